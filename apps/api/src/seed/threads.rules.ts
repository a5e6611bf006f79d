/** Threads of texts as they are written in data/threads.txt: a `# subject`, then lines of P(atient), C(linic), N(ote), R(eminder). */
import type { RequestType } from '@foyer/contracts/inbox/conversation.ts'

export interface Thread {
  /** `unknown`: from numbers that belong to nobody. */
  readonly about: RequestType | 'unknown'
  readonly lines: readonly ThreadLine[]
}

export interface ThreadLine {
  readonly by: 'patient' | 'clinic' | 'note' | 'reminder'
  readonly text: string
}

const WRITERS: Readonly<Record<string, ThreadLine['by']>> = {
  P: 'patient',
  C: 'clinic',
  N: 'note',
  R: 'reminder',
}
const SUBJECTS = ['appointment', 'prescription', 'billing', 'concierge', 'other', 'unknown'] as const

export function parseThreads(text: string): Thread[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => {
      const [heading = '', ...lines] = block.split('\n')
      const about = SUBJECTS.find((subject) => heading === `# ${subject}`)
      if (!about || lines.length === 0) throw new Error(`This is no thread: ${heading}`)
      return { about, lines: lines.map(parseLine) }
    })
}

function parseLine(line: string): ThreadLine {
  const [, letter = '', text = ''] = /^([PCNR]): (.+)$/.exec(line) ?? []
  const by = WRITERS[letter]
  if (!by) throw new Error(`This is no line of a thread: ${line}`)
  return { by, text }
}

type Choose = (places: readonly number[]) => number

/**
 * The thread up to and with a line of the patient that waits for an answer: the clinic's comes next. A patient's last word
 * waits only where the clinic never answered; else it says thanks.
 */
export function untilQuestion(thread: Thread, choose: Choose): Thread | null {
  const isAnswered = thread.lines.some(({ by }) => by === 'clinic')
  return upTo(
    thread,
    choose,
    ({ by }, next) => by === 'patient' && next !== 'patient' && (next !== undefined || !isAnswered),
  )
}

/** The thread up to and with an answer of the clinic; null if it has none. */
export function untilAnswer(thread: Thread, choose: Choose): Thread | null {
  return upTo(thread, choose, ({ by }) => by === 'clinic')
}

function upTo(
  thread: Thread,
  choose: Choose,
  ends: (line: ThreadLine, next: ThreadLine['by'] | undefined) => boolean,
): Thread | null {
  const places = thread.lines.flatMap((line, index) => (ends(line, thread.lines[index + 1]?.by) ? [index] : []))
  return places.length === 0 ? null : { ...thread, lines: thread.lines.slice(0, choose(places) + 1) }
}

/** `{first}` and the like in a text become words. */
export function fillIn(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const word = words[name]
    if (word === undefined) throw new Error(`Nothing is known for ${placeholder}.`)
    return word
  })
}
