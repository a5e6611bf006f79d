import type { Facts } from '@foyer/contracts/chatbot/facts.rules.ts'
import { type Flow, type FlowInput, flowSchema } from '@foyer/contracts/chatbot/flow.ts'
import { chatFacts, frontDesk } from '@foyer/contracts/chatbot/front-desk.suite.ts'
import { describe, expect, test } from 'vitest'
import { type FlowEvent, type FlowMachine, makeMachine } from './machine.ts'
import { begin, type Step, step } from './run.ts'

function made(flow: Flow): FlowMachine {
  const { made: machine } = makeMachine(flow)
  if (machine === null) throw new Error('The flow has a silent ring')
  return machine
}

const reply = (text: string, facts: Facts = chatFacts): FlowEvent => ({ type: 'REPLY', text, facts })

/** Plays replies one after another, each snapshot through JSON as a store keeps it. */
function play(machine: FlowMachine, events: readonly (string | FlowEvent)[], facts: Facts = chatFacts): Step[] {
  const steps = [begin(machine, facts)]
  for (const event of events) {
    const { snapshot } = steps.at(-1) as Step
    const stored = JSON.parse(JSON.stringify(snapshot))
    steps.push(step(machine, stored, typeof event === 'string' ? reply(event, facts) : event))
  }
  return steps
}

const texts = ({ says }: Step) => says.map(({ text }) => text)
const last = (steps: readonly Step[]) => steps.at(-1) as Step

function flowOf(
  nodes: FlowInput['nodes'],
  edges: readonly (readonly [string, string, string?])[],
  more: object = {},
): Flow {
  return flowSchema.parse({
    ...{ _id: 'bot_1', name: 'Test', nodes, ...more },
    edges: edges.map(([source, target, port], at) => ({ id: `e${at}`, source, target, ...(port && { port }) })),
  })
}

const desk = made(frontDesk())

describe('step', () => {
  test('says all blocks up to the first question when a session begins', () => {
    const first = begin(desk, chatFacts)
    expect(first.says).toEqual([
      { nodeId: 'welcome', text: 'Hi, I am the Cedar Ridge assistant.', prompt: null, isUnasked: false },
      {
        ...{ nodeId: 'help', text: 'How can we help today?', isUnasked: false },
        prompt: { kind: 'choice', choices: ['Book a visit', 'Refill a prescription', 'Talk to the front desk'] },
      },
    ])
    expect(first).toMatchObject({ nodeId: 'help', ended: null, dueAfterMs: 600_000, work: [] })
    expect(first.passed).toEqual([
      { nodeId: 'start', port: 'next' },
      { nodeId: 'welcome', port: 'next' },
    ])
  })

  test('speaks Spanish when the patient does, and waits four hours by text', () => {
    const first = begin(desk, { ...chatFacts, language: 'es', channel: 'sms' })
    expect(texts(first)).toEqual(['Hola, soy el asistente de Cedar Ridge.', '¿En qué podemos ayudarle?'])
    expect(first.says[1]?.prompt?.choices[0]).toBe('Reservar una cita')
    expect(first.dueAfterMs).toBe(4 * 3600 * 1000)
  })

  test('asks field after field and keeps what is heard', () => {
    const steps = play(desk, ['1', 'my name is Sofia Marchetti', '3/14/68', '(512) 555-0142'])
    expect(steps.map(texts).slice(1)).toEqual([
      ['Happy to book that.', 'What is your full name?'],
      ['Thanks Sofia Marchetti. And your date of birth?'],
      ['And your mobile number?'],
      [],
    ])
    expect(last(steps).work).toMatchObject([{ nodeId: 'find', action: { do: 'identify' }, reply: null }])
    expect(last(steps).snapshot.context.answers).toMatchObject({
      wish: { value: 'book', label: 'Book a visit', nodeId: 'help' },
      fullName: { value: 'Sofia Marchetti' },
      birthdate: { value: '1968-03-14' },
      mobile: { value: '+15125550142' },
    })
    expect(last(steps).nodeId).toBe('find')
  })

  test('goes on with the outcome of an outside action, and not with that of another', () => {
    const steps = play(desk, [
      ...['1', 'Sofia Marchetti', '3/14/68', '(512) 555-0142'],
      { type: 'DONE', nodeId: 'webhook', facts: chatFacts },
      { type: 'DONE', nodeId: 'find', facts: { ...chatFacts, onFile: true } },
      { type: 'FAILED', nodeId: 'times', facts: chatFacts },
    ])
    expect(steps[5]).toMatchObject({ moved: false, nodeId: 'find' })
    expect(steps[6]?.work).toMatchObject([{ nodeId: 'times' }])
    expect(last(steps).ended).toEqual({ as: 'handedOver', nodeId: 'times', port: 'failed' })
    expect(texts(last(steps))).toEqual(['A person will answer you.'])
  })

  test('finishes by an end and does its local work on the way', () => {
    const steps = play(desk, [
      ...['1', 'Sofia Marchetti', '3/14/68', '(512) 555-0142'],
      { type: 'DONE', nodeId: 'find', facts: chatFacts },
    ])
    expect(last(steps)).toMatchObject({
      ended: { as: 'finished', nodeId: 'done', port: null },
      work: [{ nodeId: 'request', action: { do: 'setRequestType', requestType: 'appointment' } }],
      ...{ dueAfterMs: null, dueEvent: null },
    })
    expect(texts(last(steps))).toEqual(['Thanks. We will call you.', 'See you soon.'])
  })

  test('hands over with the words for closed hours when the clinic is closed', () => {
    expect(texts(last(play(desk, ['3'])))).toEqual(['A person is with you soon.'])
    expect(texts(last(play(desk, ['3'], { ...chatFacts, open: false })))).toEqual(['We open at 8.'])
  })

  test('asks back what is near and hears the answer to that', () => {
    const steps = play(desk, ['a visit or a refill', '2'])
    expect(steps[1]?.says).toMatchObject([
      {
        text: 'Did you mean Book a visit or Refill a prescription?',
        prompt: { choices: ['Book a visit', 'Refill a prescription'] },
      },
    ])
    expect(last(steps).nodeId).toBe('medicine')
    const long = play(desk, ['my poor dog ate my last visit card again', 'yes'])
    expect(long[1]?.says).toMatchObject([{ text: 'Did you mean Book a visit?', prompt: { choices: ['Yes', 'No'] } }])
    expect(last(long).nodeId).toBe('who')
    expect(last(play(desk, ['my poor dog ate my last visit card again', '2'])).ended?.as).toBe('handedOver')
  })

  test('asks again and leads to a person when the tries end', () => {
    const steps = play(desk, ['banana', 'banana'])
    expect(texts(steps[1] as Step)).toEqual(['Sorry, I did not understand. Reply with the number of your answer.'])
    expect(last(steps).ended).toEqual({ as: 'handedOver', nodeId: 'help', port: 'otherwise' })
  })

  test('counts tries anew at the next question', () => {
    const steps = play(desk, ['banana', '1', '7', 'Sofia', 'no', '3/14/68'])
    expect(steps.every(({ ended }) => ended === null)).toBe(true)
    expect(last(steps).snapshot.value).toEqual({ who: 'mobile' })
  })

  test('nudges once, then ends after the second silence', () => {
    const at = play(desk, ['1'])
    const due = last(at)
    expect(due.dueAfterMs).toBe(300_000)
    const time = (one: Step): FlowEvent => ({ type: one.dueEvent as `xstate.after.${string}`, facts: chatFacts })
    const nudged = step(desk, due.snapshot, time(due))
    expect(nudged.says).toMatchObject([{ text: 'Are you still there?', isUnasked: true }])
    const silent = step(desk, nudged.snapshot, time(nudged))
    expect(silent.ended).toEqual({ as: 'silent', nodeId: 'who', port: 'silence' })
    expect(step(desk, nudged.snapshot, reply('Sofia')).nodeId).toBe('who')
  })

  test.each<[FlowEvent, string]>([
    [{ type: 'PERSON', facts: chatFacts }, 'exitWord'],
    [{ type: 'URGENT', facts: chatFacts }, 'urgent'],
    [{ type: 'TAKEN_OVER', facts: chatFacts }, 'takenOver'],
    [{ type: 'OPTED_OUT', facts: chatFacts }, 'optedOut'],
    [{ type: 'STOPPED', as: 'blocked', facts: chatFacts }, 'blocked'],
    [{ type: 'STOPPED', as: 'overLimit', facts: chatFacts }, 'overLimit'],
  ])('ends wherever the session stands when %j comes', (event, as) => {
    expect(last(play(desk, [event])).ended?.as).toBe(as)
    expect(last(play(desk, ['1', event])).ended?.as).toBe(as)
  })

  test('begins at the block that is named', () => {
    expect(begin(desk, chatFacts, 'medicine')).toMatchObject({ nodeId: 'medicine' })
    expect(begin(desk, chatFacts, 'absent')).toMatchObject({ nodeId: 'help' })
  })

  test('is the same step when it is taken again', () => {
    const { snapshot } = begin(desk, chatFacts)
    expect(step(desk, snapshot, reply('1'))).toEqual(step(desk, snapshot, reply('1')))
  })

  test('takes `failed` of a local action when it was refused', () => {
    const flow = flowOf(
      [
        { id: 'a', kind: 'action', settings: { do: 'assign', user: 'usr_1' } },
        { id: 'b', kind: 'end' },
        { id: 'c', kind: 'handoff' },
      ],
      [
        ['a', 'b'],
        ['a', 'c', 'failed'],
      ],
    )
    expect(begin(made(flow), chatFacts)).toMatchObject({ ended: { nodeId: 'b' }, work: [{ nodeId: 'a' }] })
    expect(begin(made(flow), { ...chatFacts, refused: ['a'] })).toMatchObject({ ended: { nodeId: 'c' }, work: [] })
  })

  test('waits until the clinic opens, a weekday or some seconds, and hears a reply meanwhile', () => {
    const wait = (settings: object, facts: Partial<Facts> = {}) => {
      const nodes: FlowInput['nodes'] = [
        { id: 'w', kind: 'wait', settings },
        { id: 'e', kind: 'end' },
        { id: 'p', kind: 'handoff' },
      ]
      const machine = made(
        flowOf(nodes, [
          ['w', 'e'],
          ['w', 'p', 'reply'],
        ]),
      )
      return { machine, first: begin(machine, { ...chatFacts, ...facts }) }
    }
    expect(wait({ seconds: 90 }).first.dueAfterMs).toBe(90_000)
    expect(wait({ until: 'nextOpen' }).first.dueAfterMs).toBe(0)
    const closed = { open: false, opensAt: '2026-11-13T14:00:00Z' }
    expect(wait({ until: 'nextOpen' }, closed).first.dueAfterMs).toBe(23 * 3600_000)
    expect(wait({ until: { day: 'tomorrow', time: '09:00' } }).first.dueAfterMs).toBe(24 * 3600_000)
    expect(wait({ until: { day: 'thursday', time: '08:00' } }).first.dueAfterMs).toBe((7 * 24 - 1) * 3600_000)
    const { machine, first } = wait({ until: { day: 'friday', time: '09:00' } })
    expect(step(machine, first.snapshot, reply('hello')).ended?.nodeId).toBe('p')
    const time: FlowEvent = { type: first.dueEvent as `xstate.after.${string}`, facts: chatFacts }
    expect(step(machine, first.snapshot, time).ended?.nodeId).toBe('e')
  })

  test('hears a thumb at yes or no alone, and passes over it elsewhere', () => {
    const thumb: FlowEvent = { type: 'REPLY', text: '', thumb: 'up', facts: chatFacts }
    const elsewhere = play(desk, [thumb, thumb, thumb])
    expect(last(elsewhere)).toMatchObject({ moved: false, ended: null, nodeId: 'help' })
    const yesNo = flowOf(
      [
        { id: 'q', kind: 'question', settings: { expects: 'yesno' } },
        { id: 'e', kind: 'end' },
      ],
      [['q', 'e']],
    )
    expect(last(play(made(yesNo), [thumb])).ended?.nodeId).toBe('e')
  })

  test('puts a patient’s braces back as they are [T21]', () => {
    const flow = flowOf(
      [
        { id: 'q', kind: 'question', settings: { saveAs: 'word' } },
        { id: 'm', kind: 'message', text: 'You wrote {{word}}. {{nothing|Fine}}{{gone}}' },
        { id: 'e', kind: 'end' },
      ],
      [
        ['q', 'm'],
        ['m', 'e'],
      ],
    )
    const [, heard] = play(made(flow), ['{{clinic}} {{word}}'])
    expect(heard?.says[0]?.text).toBe('You wrote {{clinic}} {{word}}. Fine')
  })
})

test('step waits at least a minute when a wait comes again and the patient did nothing', () => {
  const machine = made(
    flowOf(
      [
        { id: 'w', kind: 'wait', settings: { until: 'nextOpen' } },
        {
          id: 'c',
          kind: 'condition',
          options: [{ id: 'v', label: 'V', rule: { field: 'verified', op: 'is', value: true } }],
        },
        { id: 'end', kind: 'end' },
      ],
      [
        ['w', 'c'],
        ['w', 'c', 'reply'],
        ['c', 'end', 'v'],
        ['c', 'w', 'otherwise'],
      ],
    ),
  )
  const over: FlowEvent = { type: begin(machine, chatFacts).dueEvent as `xstate.after.${string}`, facts: chatFacts }
  const delays = play(machine, [over, over, 'Hello', over]).map(({ dueAfterMs }) => dueAfterMs)
  expect(delays).toEqual([0, 60_000, 60_000, 0, 60_000])
})

test('makeMachine refuses a flow when blocks lead to each other and never wait', () => {
  const ring = flowOf(
    [
      { id: 'a', kind: 'message' },
      { id: 'b', kind: 'condition' },
    ],
    [
      ['a', 'b'],
      ['b', 'a', 'otherwise'],
    ],
  )
  expect(makeMachine(ring)).toEqual({ made: null, ring: ['a', 'b'] })
  const self = flowOf([{ id: 'a', kind: 'message' }], [['a', 'a']])
  expect(makeMachine(self).ring).toEqual(['a'])
})

test('step enters a question again when its edge leads back to it', () => {
  const flow = flowOf([{ id: 'q', kind: 'question', text: 'More?' }], [['q', 'q']])
  const steps = play(made(flow), ['a', 'b'])
  expect(steps.map(texts)).toEqual([['More?'], ['More?'], ['More?']])
  expect(last(steps).dueAfterMs).toBe(600_000)
})

test('step walks 200 messages in a row in one step', () => {
  const nodes = Array.from({ length: 200 }, (_, at) => ({ id: `n${at}`, kind: 'message' as const, text: `${at}` }))
  const flow = flowOf(
    nodes,
    nodes.slice(1).map(({ id }, at) => [`n${at}`, id] as const),
  )
  const first = begin(made(flow), chatFacts)
  expect(first.says).toHaveLength(201)
  expect(first.ended).toEqual({ as: 'handedOver', nodeId: 'n199', port: 'next' })
})
