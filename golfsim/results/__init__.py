"""Reading datasets and making tables of them: win rates, their intervals, and how tables are printed.

The modules import polars; this one does not, so that naming the package stays cheap.
"""
