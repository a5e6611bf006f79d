import { createReadStream } from 'node:fs'

/** All control characters except tab and line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/
/** The tags by which a browser that sniffs content recognizes a page: the WHATWG's list plus SVG and XML. */
const MARKUP =
  /^[\s\uFEFF]*<(!doctype|!--|\?xml|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|svg|math|img|link|meta|object|embed|form)[\s>/]?/i
const LOOKED_AT = 4096

/** Whether the whole file is UTF-8 text that no browser takes for a page. Reads it in chunks. */
export async function isPlainText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let beginning = ''
  try {
    for await (const chunk of createReadStream(path)) {
      const text = decoder.decode(chunk as Buffer, { stream: true })
      if (CONTROL.test(text)) return false
      if (beginning.length < LOOKED_AT) beginning += text.slice(0, LOOKED_AT)
    }
    decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
  return !MARKUP.test(beginning)
}
