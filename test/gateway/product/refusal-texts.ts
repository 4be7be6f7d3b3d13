export const BLANK = "can't be blank";
export const NO_QUANTITY = [BLANK, 'is required unless infinite: true is sent'];
export const NO_END = [BLANK, 'is required unless immortal: true is sent'];
