/** Reads a part of a workbook as a stream of tags and texts, so that it is never held as a whole. */
import { SaxesParser } from 'saxes'
import { damaged } from './sentences.ts'

export interface TagHandlers {
  /** Gets the name without its prefix. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  close?(name: string): void
  text?(text: string): void
}

/** Calls the handlers, and yields after each piece of the part. No document type and no entity of its own is taken. */
export async function* readXml(part: AsyncIterable<Buffer>, handlers: TagHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser()
  const refuse = () => {
    throw damaged()
  }
  parser.on('error', refuse)
  parser.on('doctype', refuse)
  parser.on('opentag', ({ name, attributes }) => handlers.open?.(local(name), attributes))
  parser.on('closetag', ({ name }) => handlers.close?.(local(name)))
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('cdata', (text) => handlers.text?.(text))
  const decoder = new TextDecoder()
  for await (const bytes of part) {
    parser.write(decoder.decode(bytes, { stream: true }))
    yield
  }
  parser.write(decoder.decode()).close()
  yield
}

/** Reads a small part to its end. */
export async function readWhole(part: AsyncIterable<Buffer>, handlers: TagHandlers): Promise<void> {
  for await (const _ of readXml(part, handlers));
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** The value of an attribute whose prefix the file chose. */
export function attribute(attributes: Readonly<Record<string, string>>, wanted: string): string | undefined {
  return Object.entries(attributes).find(([name]) => name !== wanted && local(name) === wanted)?.[1]
}

/** Text of spreadsheets has characters that XML can't hold in the form `_x000D_`. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
}
