/** 1, or -1 in a page whose lines run from right to left: what goes to the end of the line goes to the left there. */
export const inlineSign = (): 1 | -1 => (document.dir === 'rtl' ? -1 : 1);

/** 1 for the arrow key that goes on in the line, -1 for the one that goes back, else 0. */
export const inlineStep = (key: string): number =>
  key === 'ArrowRight' ? inlineSign() : key === 'ArrowLeft' ? -inlineSign() : 0;
