"""Sweeps: one question about thousands of cases, on one machine or many, with nothing lost.

Read in this order: `spec`, `jobs`, `answers`, `crews`, `checkpoint`, `results`, `sweep`.
"""
