/** Random flows for tests: clean ones, and hostile ones of any shape. */
import type { Facts } from '@foyer/contracts/chatbot/facts.rules.ts'
import type { References } from '@foyer/contracts/chatbot/findings.rules.ts'
import { type Flow, type FlowInput, flowSchema } from '@foyer/contracts/chatbot/flow.ts'
import { nodeKinds } from '@foyer/contracts/chatbot/limits.rules.ts'
import { portsOf } from '@foyer/contracts/chatbot/ports.rules.ts'
import type { Random } from '@foyer/contracts/random.rules.ts'
import fc from 'fast-check'
import { checkAll } from './check.ts'

const set: ReadonlySet<string> = new Set()
export const noReferences: References = {
  ...{ staff: set, roles: set, files: set, doctors: set, forms: set, endpoints: set, keywords: set },
}

export const someFacts: Facts = {
  ...{ now: '2026-11-12T15:00:00Z', zone: 'America/Chicago', open: true, opensAt: null },
  ...{ channel: 'sms', language: 'en', onFile: false, verified: false, hasVisit: false },
  values: { clinic: 'Cedar Ridge' },
}

type NodeInput = FlowInput['nodes'][number]
type EdgeInput = FlowInput['edges'][number]

/** The answers, each with its translation. */
const SPANISH: Readonly<Record<string, string>> = {
  'Book a visit': 'Reservar una cita',
  'Refill medicine': 'Renovar medicina',
  'Opening hours': 'Horario',
  'Billing question': 'Facturas',
  Directions: 'Cómo llegar',
  Vaccines: 'Vacunas',
}
const LABELS = Object.keys(SPANISH)
const KINDS = [
  ...(['message', 'choices', 'question', 'condition', 'action', 'wait', 'end'] as const),
  ...(['times', 'person', 'address'] as const),
]
const EXPECTS = ['yesno', 'number', 'phone', 'email', 'name', 'text', 'date', 'birthdate'] as const

/** A flow that checks clean. One of which too many texts follow each other is drawn anew. */
export function cleanFlow(random: Random): Flow {
  for (;;) {
    const flow = drawn(random)
    if (!checkAll(flow, noReferences).some(({ code }) => code === 'too_long')) return flow
  }
}

/** Edges lead ahead, or back to a question or a long wait that has a way ahead; the last block hands over. */
function drawn(random: Random): Flow {
  const count = random.between(2, 14)
  const nodes: NodeInput[] = []
  const edges: EdgeInput[] = []
  const questions: string[] = []
  const waits: string[] = []
  const join = (source: string, target: string, port?: string) =>
    edges.push({ id: `e${edges.length}`, source, target, ...(port !== undefined && { port }) })
  // The order of the ids is mixed, so that no rule can rely on it.
  const ids = random.shuffled(Array.from({ length: count + 1 }, (_, at) => `b${at}`))
  for (let at = 0; at < count; at += 1) {
    const id = ids[at] ?? ''
    const ahead = () => ids[random.between(at + 1, count)] ?? ''
    const aheadOrBack = () => (questions.length > 0 && random.chance(0.5) ? random.pick(questions) : ahead())
    /** The block that uses what its question asked: no other block leads to it. */
    const followedBy = (settings: NodeInput['settings']) => {
      const next = `${id}-then`
      nodes.push({ id: next, kind: 'action', settings } as NodeInput)
      join(id, next)
      join(next, ahead())
      if (random.chance(0.5)) join(next, ahead(), 'failed')
      if (random.chance(0.4)) join(id, aheadOrBack(), 'otherwise')
      questions.push(id)
    }
    const kind = at === 0 ? 'start' : random.pick(KINDS)
    switch (kind) {
      case 'start':
        nodes.push({ id, kind, settings: { channels: random.pick([['sms'], ['chat'], ['sms', 'chat']]) } })
        join(id, ids[1] ?? '')
        break
      case 'message':
        nodes.push({
          id,
          kind,
          text: random.pick(['Hello.', 'We open at 8.', 'Dear {{who|friend}}, {{clinic}} here.']),
        })
        join(id, ahead())
        break
      case 'choices': {
        const labels = random.shuffled(LABELS).slice(0, random.between(1, 4))
        const options = labels.map((label, nth) => ({ id: `o${nth}`, label }))
        const settings = {
          ...{ tries: random.between(1, 3), ifOther: random.pick(['closest', 'again', 'otherwise'] as const) },
          ...(random.chance(0.3) && { silence: { afterSeconds: 60, ...(random.chance(0.5) && { nudge: 'Hello?' }) } }),
        }
        nodes.push({ id, kind: 'question', text: 'How can we help?', options, settings })
        for (const [nth, option] of options.entries())
          join(id, nth > 0 && questions.length > 0 && random.chance(0.4) ? random.pick(questions) : ahead(), option.id)
        if (random.chance(0.3)) join(id, ahead(), 'otherwise')
        if (random.chance(0.3)) join(id, ahead(), 'silence')
        questions.push(id)
        break
      }
      case 'question': {
        const fields = Array.from({ length: random.between(0, 3) }, (_, nth) => ({
          ...{ key: `f${nth}`, ask: `Part ${nth}?`, expects: random.pick(EXPECTS) },
        }))
        const settings = fields.length > 0 ? { fields } : { expects: random.pick(EXPECTS), saveAs: 'who' }
        nodes.push({ id, kind, text: 'Tell me more.', settings })
        join(id, ahead())
        if (random.chance(0.4)) join(id, aheadOrBack(), 'otherwise')
        if (random.chance(0.3)) join(id, ahead(), 'silence')
        questions.push(id)
        break
      }
      case 'times':
        nodes.push({
          ...{ id, kind: 'action', text: random.pick(['', 'These times are open.']) },
          settings: { do: 'offerTimes', visitType: 'Checkup', days: 14, count: 3 },
        })
        join(id, ahead())
        if (random.chance(0.5)) join(id, ahead(), 'failed')
        break
      case 'person':
        nodes.push({
          id,
          kind: 'question',
          text: 'Who are you?',
          settings: { fields: WHO, tries: random.between(1, 3) },
        })
        followedBy({ do: 'identify', name: 'fullName', birthdate: 'born', phone: 'mobile' })
        break
      case 'address':
        nodes.push({ id, kind: 'question', text: 'Which address?', settings: { expects: 'email', saveAs: 'mail' } })
        followedBy({ do: 'saveField', field: random.pick(['email', 'preferredContact', 'insuranceType']), key: 'mail' })
        break
      case 'condition':
        nodes.push({ id, kind, options: [{ id: 'a', label: 'Open', rule: { field: 'open', op: 'is', value: true } }] })
        join(id, ahead(), 'a')
        if (random.chance(0.6))
          join(id, waits.length > 0 && random.chance(0.5) ? random.pick(waits) : ahead(), 'otherwise')
        break
      case 'action':
        nodes.push({ id, kind, settings: random.chance(0.5) ? { do: 'close', status: 'pending' } : { do: 'verify' } })
        join(id, ahead())
        if (random.chance(0.3)) join(id, ahead(), 'failed')
        break
      case 'wait':
        if (random.chance(0.5)) waits.push(id)
        nodes.push({ id, kind, settings: waits.at(-1) === id ? { seconds: 60 } : { until: 'nextOpen' } })
        join(id, ahead())
        join(id, ahead(), 'reply')
        break
      case 'end':
        nodes.push({ id, kind, text: 'Bye.' })
    }
  }
  nodes.push({ id: ids[count] ?? '', kind: 'handoff', text: 'A person comes.' })
  const translated = random.chance(0.5) ? translatedBy(nodes, random) : {}
  return flowSchema.parse({ _id: 'bot_1', name: 'Random', nodes, edges, settings: translated })
}

const WHO = [
  { key: 'fullName', ask: 'Your name?', expects: 'name' as const },
  { key: 'born', ask: 'When were you born, {{fullName}}?', expects: 'birthdate' as const },
  { key: 'mobile', ask: 'Your number?', expects: 'phone' as const },
]

/** Some blocks have Spanish words, and of those some all of them. */
function translatedBy(nodes: readonly NodeInput[], random: Random): FlowInput['settings'] {
  const some = nodes.filter(() => random.chance(0.7))
  const es = some.map((node): [string, NonNullable<NonNullable<Translations>['es']>[string]] => {
    const { options = [] } = node
    const fields = node.kind === 'question' ? (node.settings?.fields ?? []) : []
    const words = {
      ...{ text: node.text ? 'En español.' : '', again: 'Otra vez, por favor.', nudge: '¿Sigue ahí?' },
      options: Object.fromEntries(options.map(({ id: option, label: own }) => [option, SPANISH[own] ?? own])),
      fields: Object.fromEntries(fields.map(({ key }, nth) => [key, `¿Parte ${nth}?`])),
    }
    return [node.id, random.chance(0.7) ? words : { text: words.text }]
  })
  return { languages: ['en', 'es'], translations: { es: Object.fromEntries(es) } }
}
type Translations = NonNullable<FlowInput['settings']>['translations']

/** Ids that objects have already, that look like numbers, or like a state of the machine. */
const ODD = [
  'a',
  'b',
  'c',
  'constructor',
  'toString',
  'hasOwnProperty',
  '1',
  '-',
  '_',
  'next',
  'silence',
  'x'.repeat(40),
]
const id = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD) },
  { weight: 2, arbitrary: fc.nat(60).map((at) => `n${at}`) },
)
const text = fc.oneof(
  fc.string({ maxLength: 40, unit: 'grapheme' }),
  fc.constantFrom('', '{{a}}', '{{a|', '}}{{', '{{patient.name}} {{visit.date|x}}', 'Reply STOP', 'x'.repeat(1600)),
)
const rule = fc.record(
  {
    field: fc.oneof(id, fc.constantFrom('open', 'onFile', 'hasVisit', 'language')),
    op: fc.constantFrom('is', 'isNot', 'has', 'known', 'unknown', 'more', 'less', 'before', 'after'),
    value: fc.oneof(text, fc.double(), fc.boolean()),
  },
  { requiredKeys: ['field', 'op'] },
)
const option = fc.record(
  { id, label: text, keywords: fc.array(text, { maxLength: 3 }), rule },
  { requiredKeys: ['id', 'label'] },
)
const field = fc.record({ key: id, ask: text, expects: fc.constantFrom(...EXPECTS, 'photo') })
const settings = fc.oneof(
  fc.record(
    {
      expects: fc.constantFrom('choice', 'photo', ...EXPECTS),
      saveAs: id,
      fields: fc.array(field, { minLength: 1, maxLength: 6 }),
      tries: fc.integer({ min: 1, max: 5 }),
      ifOther: fc.constantFrom('closest', 'again', 'otherwise'),
      silence: fc.record({ afterSeconds: fc.integer({ min: 10, max: 604_800 }), nudge: text }),
      min: fc.double({ noNaN: true }),
    },
    { requiredKeys: [] },
  ),
  fc.record({ do: fc.constantFrom('verify', 'confirmVisit', 'addNote') }),
  fc.record({ do: fc.constant('saveField'), field: fc.constantFrom('email', 'preferredContact'), key: id }),
  fc.record({ do: fc.constant('identify'), name: id, birthdate: id, phone: id }),
  fc.record({
    ...{ do: fc.constant('offerTimes'), visitType: fc.constantFrom('Checkup', '{{a}}') },
    ...{ days: fc.integer({ min: 1, max: 30 }), count: fc.integer({ min: 2, max: 5 }) },
  }),
  fc.record({
    do: fc.constant('webhook'),
    endpointId: text,
    send: fc.array(id),
    saveAs: fc.dictionary(id, fc.constant('a.b')),
  }),
  fc.record({ seconds: fc.integer({ min: 5, max: 604_800 }) }),
  fc.record({
    until: fc.oneof(
      fc.constant('nextOpen'),
      fc.record({ day: fc.constantFrom('today', 'monday'), time: fc.constant('09:00') }),
    ),
  }),
  fc.record({
    channels: fc.subarray(['sms', 'chat']),
    starts: fc.constantFrom('first', 'keyword'),
    keywords: fc.array(text),
  }),
  fc.constant(undefined),
)
const node = fc.record({
  ...{ id, kind: fc.constantFrom(...nodeKinds), text, options: fc.array(option, { maxLength: 12 }), settings },
})
const edge = fc.record({
  id,
  source: id,
  target: id,
  port: fc.oneof(id, fc.constantFrom('otherwise', 'failed', 'reply'), fc.constant(undefined)),
})

const label = fc.string({ maxLength: 40 })
const translation = fc.record(
  {
    text,
    again: text,
    nudge: text,
    closedText: text,
    options: fc.dictionary(id, label),
    fields: fc.dictionary(id, text),
  },
  { requiredKeys: ['text'] },
)

/** Any shape: rings, blocks that lead to themselves, ids twice, edges from and to nowhere, settings of another kind. */
export const hostileFlow = fc.record({
  ...{ _id: fc.constant('bot_1'), name: fc.constant('Hostile') },
  nodes: fc.array(node, { maxLength: 30 }),
  edges: fc.array(edge, { maxLength: 60 }),
  settings: fc.record({
    languages: fc.constantFrom(['en'], ['en', 'es']),
    exitWords: fc.array(text, { maxLength: 3 }),
    translations: fc.record({ es: fc.dictionary(id, translation, { maxKeys: 5 }) }),
  }),
})

type Hostile = typeof hostileFlow extends fc.Arbitrary<infer Shape> ? Shape : never

/** Each block as the schema has it, while ids repeat and edges lead anywhere. */
export function wellTyped({ nodes, ...flow }: Hostile) {
  const typed = nodes.map((node) => {
    const options = unique(node.options, (one) => one.id).filter((one) => !['next', 'silence'].includes(one.id))
    const forms = [
      { ...node, options },
      { ...node, options: [] },
      { ...node, settings: undefined, options },
    ]
    return forms.find((form) => flowSchema.safeParse({ ...base, nodes: [form] }).success) ?? { ...node, ...bare }
  })
  const exitWords = flow.settings.exitWords.filter((word) => word.trim() !== '' && word.length <= 100)
  return { ...flow, settings: { ...flow.settings, exitWords }, nodes: typed }
}

/** The same flow without what the schema refuses: its rings and odd ids stay. */
export function repaired(hostile: Hostile): unknown {
  const { nodes, edges, ...flow } = wellTyped(hostile)
  const kept = unique(nodes, ({ id }) => id)
  const ports = new Map(kept.map((node) => [node.id, portsOf(node)]))
  const joined = unique(
    edges.filter(({ source, target, port }) => ports.get(source)?.includes(port ?? 'next') && ports.has(target)),
    ({ source, port }) => `${source} ${port ?? 'next'}`,
  )
  return { ...flow, nodes: kept, edges: joined.map((edge, at) => ({ ...edge, id: `e${at}` })) }
}

const base = { _id: 'bot_1', name: 'One', edges: [] }
const bare = { kind: 'message' as const, text: 'x', options: [], settings: undefined }

function unique<T>(things: readonly T[], key: (thing: T) => string): T[] {
  return [...new Map(things.map((thing) => [key(thing), thing])).values()]
}
