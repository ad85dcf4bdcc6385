/** The width of the vertical axis, in pixels: the names of the months begin beside it. */
export const axisWidth = 40;
