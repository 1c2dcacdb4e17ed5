"""Sweeps: one question about thousands of cases, on one machine or many, with nothing lost.

Read in this order: `spec`, `axes`, `jobs`, `bundle`, `odds`, `simulated`, `crew`, `work`, `pool`, `cluster`,
`run`, `checkpoint`, `figures`, `results`, `overview`, `sweep`.
"""
