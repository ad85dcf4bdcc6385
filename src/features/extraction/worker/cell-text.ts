/** Returns the text of a cell, in which '_x000D_' stands for the character with this code. Source: ECMA-376, 22.9.2.19. */
export const cellText = (text: string): string =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
