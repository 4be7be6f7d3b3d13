import type { en } from './en.js';

/** The name of a sentence. */
export type MessageKey = keyof typeof en;

/** Every sentence in one language. */
export type Messages = Readonly<Record<MessageKey, string>>;
