import type * as z from 'zod/mini';
import { ownOnly, parseJson } from '../http/parse-json.js';

/** The maximum length of a message, in characters. */
export const MAX_LENGTH = 4096;

/** The messages of one direction: a schema for each kind. */
type Schemas = Readonly<Record<string, z.ZodMiniType>>;

/** A message of one of several kinds. */
export type MessageOf<Kinds extends Schemas> = {
  [Kind in keyof Kinds]: { readonly kind: Kind } & (z.infer<Kinds[Kind]> extends Record<string, never>
    ? unknown
    : z.infer<Kinds[Kind]>);
}[keyof Kinds];

/** One end of the channel between an element and its frame. */
export interface TypedPort<Out> {
  send(message: Out): void;
  close(): void;
}

/**
 * Reads a message. It must be a JSON text of at most 4096 characters, so that it can carry only data.
 *
 * @returns undefined if it matches no schema.
 */
export function readMessage<Kinds extends Schemas>(data: unknown, schemas: Kinds): MessageOf<Kinds> | undefined {
  if (typeof data !== 'string' || data.length > MAX_LENGTH) return undefined;
  try {
    const { kind, ...rest } = parseJson(data) as { readonly kind?: unknown };
    const schema = typeof kind === 'string' && Object.hasOwn(schemas, kind) ? schemas[kind] : undefined;
    const result = schema?.safeParse(ownOnly(rest));
    // Zod's results have a prototype, from which an absent field could be read.
    return result?.success ? ownOnly({ ...(result.data as object), kind } as MessageOf<Kinds>) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Receives and sends messages through a port.
 *
 * @param received Called with each message that matches a schema. All others are dropped.
 * @param ended Called when the other end closes, in browsers that report it.
 */
export function openTypedPort<Kinds extends Schemas, Out>(
  port: MessagePort,
  schemas: Kinds,
  { received, ended }: { readonly received: (message: MessageOf<Kinds>) => void; readonly ended?: () => void },
): TypedPort<Out> {
  port.addEventListener('message', ({ data, ports }) => {
    const message = ports.length === 0 ? readMessage(data, schemas) : undefined;
    if (message !== undefined) received(message);
  });
  if (ended) port.addEventListener('close', ended);
  port.start();
  return {
    send: (message) => port.postMessage(JSON.stringify(message)),
    close: () => port.close(),
  };
}
