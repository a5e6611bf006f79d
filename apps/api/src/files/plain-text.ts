import { createReadStream } from 'node:fs'

/** Everything below a space but tab and line breaks, and what follows the last letter of ASCII. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/
/** What a browser that guesses would take for a page: the WHATWG's list, and SVG and XML beside it. */
const MARKUP =
  /^[\s\uFEFF]*<(!doctype|!--|\?xml|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|svg|math|img|link|meta|object|embed|form)[\s>/]?/i
const LOOKED_AT = 4096

/** Whether all of it is text in UTF-8 that nobody can take for a page. It is read in pieces. */
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
