"""The file format of datasets, in one place: names of files, dtypes, schema version, provenance and checksum.

Whoever writes datasets (`golfsim.simulate`) and whoever reads them (`golfsim.results`) knows the format from here.
"""
