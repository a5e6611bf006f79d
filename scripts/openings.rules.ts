/** Finds how comments, docstrings and test titles begin, and which of them hide the actor behind a "who" or "what" clause. */

export interface Opening {
  readonly kind: 'comment' | 'title'
  readonly line: number
  readonly text: string
  readonly hidesActor: boolean
}

const HIDES_ACTOR = /^(who|whoever|whose|of|what|nobody|likewise|where|which)\b/i
/** Requirement ids and punctuation that may stand before the first word. */
const BEFORE_FIRST_WORD = /^(?:\[[^\]]*\]|[\s*"'`(…:–—-])+/

/** A comment at the start of a line or after code; the space before it keeps URLs out. */
const LINE_COMMENT = /(?:^|\s)\/\/ (.*)$/
const BLOCK_COMMENT = /(?<=^|\s|\{)\/\*\*?[ \t]*(?:\n[ \t]*\*[ \t]?)?([^\n]*)/g
const DIRECTIVE = /^(biome-ignore|@|#|\/|$)/

const TITLE = /\b(?:test|it|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g
const EACH_TITLE = /[\])](?: as const)?\)\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g

export function openingsOf(text: string, isTest: boolean): Opening[] {
  const found = [...lineComments(text), ...blockComments(text)].filter(({ text }) => !DIRECTIVE.test(text))
  return (isTest ? [...found, ...titles(text)] : found)
    .map((one) => ({ ...one, hidesActor: HIDES_ACTOR.test(one.text.replace(BEFORE_FIRST_WORD, '')) }))
    .toSorted((a, b) => a.line - b.line)
}

type Found = Omit<Opening, 'hidesActor'>

/** The first line of each run of `//` lines: the lines after it continue its sentence. */
function lineComments(text: string): Found[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    const comment = LINE_COMMENT.exec(line)
    const continues = /^\s*\/\//.test(line) && /^\s*\/\//.test(lines[index - 1] ?? '')
    return comment && !continues ? [{ kind: 'comment', line: index + 1, text: (comment[1] ?? '').trim() }] : []
  })
}

function blockComments(text: string): Found[] {
  return [...text.matchAll(BLOCK_COMMENT)].map((found) => ({
    kind: 'comment',
    line: lineOf(text, found.index),
    text: (found[1] ?? '').replace(/\*\/.*$/, '').trim(),
  }))
}

function titles(text: string): Found[] {
  // Both patterns find `test.each(cases)('title')`: the place of the title tells that it is one.
  const byPlace = new Map([...text.matchAll(TITLE), ...text.matchAll(EACH_TITLE)].map((one) => [titlePlace(one), one]))
  return [...byPlace.values()].map((found) => ({
    kind: 'title',
    line: lineOf(text, titlePlace(found)),
    text: found[2] ?? '',
  }))
}

const titlePlace = (found: RegExpExecArray) => found.index + found[0].length

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length
