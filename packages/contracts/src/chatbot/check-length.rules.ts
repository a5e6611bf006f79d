/** Finds steps whose words are too long for text messages, with the longest values of their placeholders. */
import { segmentsOf } from '../outreach/segments.rules.ts'
import type { Checked, Finding } from './findings.rules.ts'
import { fieldsOf, standsStill, startsOf } from './flow.rules.ts'
import type { FlowNode } from './flow.ts'
import { targetsOf } from './graph.rules.ts'
import type { BotLanguage, Expects } from './limits.rules.ts'
import { isChoices } from './ports.rules.ts'
import { languagesOf, readTexts } from './said.rules.ts'
import { asTextMessage, BRACES, introductionOf, isFixed, labelsOf, wordsOf } from './words.rules.ts'

const LONG_SEGMENTS = 4
const TOO_LONG_SEGMENTS = 7
/** More characters than these have more segments than are allowed, so that the rest need not be read. */
const READ_MAX = 2000

const LONGEST: Readonly<Record<Expects, number>> = {
  ...{ choice: 100, name: 100, text: 100, email: 100, number: 15 },
  ...{ yesno: 3, phone: 12, photo: 2, date: 10, birthdate: 10 },
}
const FIXED_LONGEST = 40
const UNKNOWN_LONGEST = 100

export function tooLong(checked: Checked): Finding[] {
  const { flow, nodes, ways, reachedBy } = checked
  if (reachedBy.sms.size === 0) return []
  const longest = longestValues(flow.nodes)
  const starts = startsOf(flow).map(({ id }) => id)
  const heads = new Set([
    ...starts,
    ...flow.nodes.flatMap((node) => (standsStill(node) ? [...targetsOf(ways, node.id)] : [])),
  ])
  const findings = new Map<string, Finding>()
  const judge = (nodeId: string, language: BotLanguage, text: string) => {
    const { segments } = segmentsOf(text.slice(0, READ_MAX))
    if (segments < LONG_SEGMENTS || findings.has(`${nodeId} ${language}`)) return
    const severity = segments < TOO_LONG_SEGMENTS ? 'warning' : 'error'
    const message = `What is said here may take ${segments} text messages. Shorten it, or ask something in between.`
    findings.set(`${nodeId} ${language}`, { code: 'too_long', severity, nodeId, language, message })
  }
  for (const language of languagesOf(flow)) {
    const words = new Map(flow.nodes.map((node) => [node.id, widened(entryWords(checked, node, language), longest)]))
    const following = longestWays(checked, words)
    for (const head of heads) {
      if (!reachedBy.sms.has(head)) continue
      const said = chain(head, following)
        .map((id) => ({ id, text: words.get(id) ?? '' }))
        .filter(({ text }) => text !== '')
      const [first] = said
      if (first === undefined) continue
      const introduction = widened(introductionOf(flow, language), longest)
      const texts = [...(starts.includes(head) ? [introduction] : []), ...said.map(({ text }) => text)]
      judge(first.id, language, joined(texts))
    }
    for (const node of nodes.values()) {
      if (!reachedBy.sms.has(node.id)) continue
      for (const { text, language: own, what } of readTexts(flow, node))
        if (own === language && what !== 'text') judge(node.id, language, widened(text, longest))
    }
  }
  return [...findings.values()]
}

/** A block says this when it is entered. */
function entryWords({ flow }: Checked, node: FlowNode, language: BotLanguage): string {
  if (node.kind === 'start' || node.kind === 'condition') return ''
  const text = wordsOf(flow, node, language)
  if (node.kind !== 'question') return text
  if (isChoices(node)) return asTextMessage(text, labelsOf(flow, node, language), language)
  return [text, fieldsOf(node)[0]?.ask ?? ''].filter((part) => part !== '').join('\n\n')
}

/** For each block that goes on at once, the next block by which the most is said. A ring is cut where it closes. */
function longestWays({ flow, nodes, ways }: Checked, words: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const following = new Map<string, string>()
  const lengths = new Map<string, number>()
  const lengthFrom = (id: string): number => {
    const known = lengths.get(id)
    if (known !== undefined) return known
    const own = words.get(id)?.length ?? 0
    lengths.set(id, own)
    const node = nodes.get(id)
    if (node === undefined || standsStill(node)) return own
    let [most, best] = [0, '']
    for (const target of targetsOf(ways, id)) {
      const length = lengthFrom(target)
      if (length >= most) [most, best] = [length, target]
    }
    if (best !== '') following.set(id, best)
    lengths.set(id, own + most)
    return own + most
  }
  for (const { id } of flow.nodes) lengthFrom(id)
  return following
}

function chain(head: string, following: ReadonlyMap<string, string>): string[] {
  const seen = new Set<string>()
  for (let id: string | undefined = head; id !== undefined && !seen.has(id); id = following.get(id)) seen.add(id)
  return [...seen]
}

function longestValues(nodes: readonly FlowNode[]): ReadonlyMap<string, number> {
  return new Map(
    nodes.flatMap((node): [string, number][] => {
      if (node.kind !== 'question') return []
      const { saveAs, expects = 'text' } = node.settings ?? {}
      const own: [string, number][] =
        saveAs === undefined ? [] : [[saveAs, LONGEST[isChoices(node) ? 'choice' : expects]]]
      return [...own, ...fieldsOf(node).map((field): [string, number] => [field.key, LONGEST[field.expects]])]
    }),
  )
}

/** Each gap is filled in one walk, so that time grows with the text alone. */
function widened(text: string, longest: ReadonlyMap<string, number>): string {
  return text.replace(BRACES, (_, name: string) =>
    'x'.repeat(isFixed(name) ? FIXED_LONGEST : (longest.get(name) ?? UNKNOWN_LONGEST)),
  )
}

/** The texts one after the other, as far as they are read. */
function joined(texts: readonly string[]): string {
  let all = ''
  for (const text of texts) {
    if (all.length >= READ_MAX) break
    all = all === '' ? text : `${all}\n\n${text}`
  }
  return all
}
