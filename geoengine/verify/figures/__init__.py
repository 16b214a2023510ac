"""Figures in which given statements hold, and what can be measured in them."""
