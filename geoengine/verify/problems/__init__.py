"""Problems: consistency, truth of the goal, needed premises, claimed answers."""
