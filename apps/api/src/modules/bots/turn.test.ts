import { type Flow, type FlowInput, flowSchema } from '@foyer/contracts/chatbot/flow.ts'
import { chatFacts } from '@foyer/contracts/chatbot/front-desk.suite.ts'
import { type FlowMachine, makeMachine } from '@foyer/flow/machine.ts'
import { expect, test } from 'vitest'
import { newSession } from './begin.rules.ts'
import { type Doing, takeTurn } from './turn.ts'

type Action = NonNullable<FlowInput['nodes'][number]['settings']>

/** One action after the other, however each comes out. */
function chained(actions: readonly Action[]): FlowMachine {
  const ids = actions.map((_, at) => `a${at}`)
  const flow: Flow = flowSchema.parse({
    ...{ _id: 'bot_1', name: 'Acts', settings: {} },
    nodes: [
      { id: 'start', kind: 'start' },
      ...actions.map((settings, at) => ({ id: `a${at}`, kind: 'action', settings })),
      { id: 'end', kind: 'end' },
    ],
    edges: ['start', ...ids].flatMap((source, at) => {
      const target = ids[at] ?? 'end'
      const next = { id: `n${at}`, source, target }
      return source === 'start' ? [next] : [next, { id: `f${at}`, source, target, port: 'failed' }]
    }),
  })
  const { made } = makeMachine(flow)
  if (made === null) throw new Error('The flow has a silent ring')
  return made
}

const conversation = { organizationId: 'o1', id: 'c1', patientId: 'p1', staffAssigned: [] as string[] }
const session = newSession({
  ...{ id: 's1', conversation: conversation as never, flowId: 'bot_1', version: 1 },
  now: new Date('2026-11-12T15:00:00Z'),
})
const done = {
  ...{ conversation: conversation as never, notes: [], fields: {}, verifiedAs: null, asking: null },
  ...{ files: [], shown: [], alsoShown: [] },
}

function begun(made: FlowMachine) {
  const asked: string[] = []
  const doing: Doing = {
    ...{ facts: chatFacts, done },
    assigneeOf: async (action) => {
      if (action.do === 'assign') asked.push(action.role ?? '')
      return action.do === 'assign' && action.role === 'nurse' ? 'dana' : null
    },
    fileOf: async () => null,
    perform: async ({ nodeId }, now) => ({ ...now, heard: { type: 'DONE', nodeId }, says: [] }),
  }
  return takeTurn(made, session.snapshot, { type: 'BEGIN' }, doing).then((turn) => ({ turn, asked }))
}

test('takeTurn asks once about each role when a hundred blocks assign to it', async () => {
  const assigns = (role: string) => Array.from({ length: 90 }, (): Action => ({ do: 'assign', role }))
  const { turn, asked } = await begun(chained([...assigns('nurse'), ...assigns('nobody')]))
  expect(turn.ended).toMatchObject({ as: 'finished' })
  expect(turn.done.conversation.staffAssigned).toEqual(['dana'])
  expect(turn.passed.filter(({ port }) => port === 'failed')).toHaveLength(90)
  expect(asked.toSorted()).toEqual(['nobody', 'nurse'])
})

test('takeTurn takes a step twice when a hundred of its blocks are refused', async () => {
  const flow = chained(Array.from({ length: 100 }, (): Action => ({ do: 'assign', role: 'nobody' })))
  let steps = 0
  const counted = {
    ...flow,
    get machine() {
      steps += 1
      return flow.machine
    },
  }
  await begun(counted)
  expect(steps).toBe(2)
})

test('takeTurn fails a session when its actions follow each other without an end', async () => {
  const { turn } = await begun(chained(Array.from({ length: 31 }, (): Action => ({ do: 'confirmVisit' }))))
  expect(turn.ended).toMatchObject({ as: 'failed' })
  expect(turn.says.map(({ text }) => text)).toEqual(['A person will answer you.'])
  expect(turn.due).toBeNull()
})
