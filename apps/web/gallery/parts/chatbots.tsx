import type { BuilderActor } from '../../src/features/chatbot/chatbot-builder.machine.ts'
import { northgate } from '../fixtures/chatbots.ts'
import { part } from '../gallery-entry.ts'
import { BuilderScene } from '../scenes/chatbot-scene.tsx'
import type { Hand } from '../use-hand.ts'

const select = (id: string) => (actor: BuilderActor) => actor.send({ type: 'SELECT', id })
const testing = (actor: BuilderActor) => {
  actor.send({ type: 'SELECT', id: 'help' })
  actor.send({ type: 'PANE', pane: 'test' })
}
const LOG = '[role=log]'
const START = 'aside button:has(.lucide-circle-play)'

async function play({ press, find, type }: Hand) {
  await press(START)
  await press(`${LOG} [role=group] button`)
  await find(`${LOG} p:nth-of-type(4)`)
  await type('[aria-label="Patient says"]', 'Sofia Marchetti')
  await press('[aria-label="Say it"]')
}
const playTo = (nodeId: string, until: string) => async (hand: Hand) => {
  await hand.find(`[data-node-id=${nodeId}], [role=tree]`)
  await hand.press('[aria-label="Play from here"]')
  await hand.find(until)
}

export const chatbotsPart = part('Chatbots', {
  builder: { title: 'The builder and its test', show: () => <BuilderScene prepare={testing} then={play} /> },
  settings: { title: 'A question with answers', show: () => <BuilderScene prepare={select('help')} /> },
  whole: { title: 'The chatbot’s own settings', show: () => <BuilderScene /> },
  empty: {
    title: 'A new chatbot',
    show: () => <BuilderScene flow={{ ...northgate, nodes: northgate.nodes.slice(0, 1), edges: [] }} />,
  },
  fields: { title: 'A question with fields', show: () => <BuilderScene prepare={select('who')} /> },
  condition: { title: 'An if / else', show: () => <BuilderScene prepare={select('onfile')} /> },
  action: { title: 'An action', show: () => <BuilderScene prepare={select('times')} /> },
  handoff: { title: 'A hand-over', show: () => <BuilderScene prepare={select('staff')} /> },
  start: { title: 'Where it begins', show: () => <BuilderScene prepare={select('start')} /> },
  outline: {
    title: 'The outline',
    show: () => <BuilderScene prepare={select('who')} then={({ press }) => press('[aria-label="Show outline"]')} />,
  },
  problems: {
    title: 'The list of problems',
    show: () => <BuilderScene then={({ press }) => press('[data-problems]')} />,
  },
  'connect-from': {
    title: 'Connecting: which answer',
    show: () => <BuilderScene prepare={(actor) => actor.send({ type: 'BEGIN_CONNECT', source: 'help' })} />,
  },
  'connect-to': {
    title: 'Connecting: to which block',
    show: () => (
      <BuilderScene
        prepare={(actor) => {
          actor.send({ type: 'BEGIN_CONNECT', source: 'help' })
          actor.send({ type: 'PICK_PORT', port: 'bill' })
        }}
      />
    ),
  },
  offline: { title: 'Not saved: offline', show: () => <BuilderScene saving="waiting" /> },
  'test-acting': {
    title: 'An action is answered by hand',
    show: () => <BuilderScene prepare={select('times')} then={playTo('times', 'aside [role=group] button')} />,
  },
  'test-ended': {
    title: 'The test is over',
    show: () => <BuilderScene prepare={select('staff')} then={playTo('staff', '.lucide-circle-play')} />,
  },
})
