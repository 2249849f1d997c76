"""Drawing: a scene's vocabulary, and a scene as SVG and as plain characters."""
