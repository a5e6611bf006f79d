import type { FlowNode } from '@foyer/contracts/chatbot/flow.ts'
import type { BuilderActor } from '../../src/features/chatbot/chatbot-builder.machine.ts'
import { never, ok, refuse } from '../canned-api.ts'
import { errors, northgate, warnings } from '../fixtures/chatbots.ts'
import { part } from '../gallery-entry.ts'
import { BuilderScene, ChatbotsScene, PublishScene, VersionsScene } from '../scenes/chatbot-scene.tsx'
import type { Hand } from '../use-hand.ts'

const select = (id: string) => (actor: BuilderActor) => actor.send({ type: 'SELECT', id })
const testing = (actor: BuilderActor) => {
  actor.send({ type: 'SELECT', id: 'help' })
  actor.send({ type: 'PANE', pane: 'test' })
}
const LOG = '[role=log]'
const START = 'aside button:has(.lucide-circle-play)'

const pause: FlowNode = {
  ...{ id: 'request', kind: 'wait', title: 'Until we open', text: '', options: [], at: { x: 551, y: 433 } },
  settings: { until: 'nextOpen' },
}

async function play({ press, find, type }: Hand) {
  await press(START)
  await press(`${LOG} [role=group] button`)
  await find(`${LOG} p:nth-of-type(4)`)
  await type('[aria-label="Patient says"]', 'Sofia Marchetti')
  await press('[aria-label="Say it"]')
}
/** A phone has no canvas and no settings, so nothing there is pressed. */
const wide = (act: (hand: Hand) => Promise<void>) => async (hand: Hand) => {
  if (!matchMedia('(width < 768px)').matches) await act(hand)
}
const playTo = (nodeId: string, until: string) =>
  wide(async (hand) => {
    await hand.find(`[data-node-id=${nodeId}], [role=tree]`)
    await hand.press('[aria-label="Play from here"]')
    await hand.find(until)
  })

export const chatbotsPart = part('Chatbots', {
  builder: { title: 'The builder and its test', show: () => <BuilderScene prepare={testing} then={play} /> },
  settings: { title: 'A question with answers', show: () => <BuilderScene prepare={select('help')} /> },
  message: { title: 'A message', show: () => <BuilderScene prepare={select('welcome')} /> },
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
    show: () => (
      <BuilderScene prepare={select('who')} then={wide(({ press }) => press('[aria-label="Show outline"]'))} />
    ),
  },
  problems: {
    title: 'The list of problems',
    show: () => <BuilderScene then={wide(({ press }) => press('[data-problems]'))} />,
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
  'test-choosing': {
    title: 'The test asks for a choice',
    show: () => (
      <BuilderScene
        prepare={testing}
        then={async ({ press, find }) => {
          await press(START)
          await find(`${LOG} [role=group] button`)
        }}
      />
    ),
  },
  'test-ready': { title: 'A test has not begun', show: () => <BuilderScene prepare={testing} /> },
  'test-waiting': {
    title: 'The test waits for a time',
    show: () => (
      <BuilderScene
        flow={{ ...northgate, nodes: northgate.nodes.map((node) => (node.id === 'request' ? pause : node)) }}
        prepare={select('request')}
        then={playTo('request', 'aside button:has(.lucide-fast-forward)')}
      />
    ),
  },
  'test-ended': {
    title: 'The test is over',
    show: () => <BuilderScene prepare={select('staff')} then={playTo('staff', '.lucide-circle-play')} />,
  },
  changed: { title: 'Changed', show: () => <BuilderScene saving="dirty" /> },
  saving: { title: 'Being saved', show: () => <BuilderScene saving="saving" /> },
  refused: { title: 'Not saved', show: () => <BuilderScene saving="refused" /> },
  conflict: { title: 'A colleague saved meanwhile', show: () => <BuilderScene saving="conflicted" /> },
  gone: { title: 'Deleted meanwhile', show: () => <BuilderScene saving="gone" /> },
  checking: { title: 'Publishing: being checked', show: () => <PublishScene at="checking" /> },
  barred: { title: 'Publishing: a problem', show: () => <PublishScene at="problems" findings={errors} /> },
  noting: { title: 'Publishing: a note and a warning', show: () => <PublishScene at="noting" findings={warnings} /> },
  publishing: { title: 'Being published', show: () => <PublishScene at="publishing" /> },
  unpublished: { title: 'Not published', show: () => <PublishScene at="refused" /> },
  list: { title: 'The list', show: () => <ChatbotsScene /> },
  'list-loading': { title: 'The list is loading', show: () => <ChatbotsScene answers={{ chatbotFlows: never }} /> },
  'list-empty': { title: 'No chatbots yet', show: () => <ChatbotsScene answers={{ chatbotFlows: () => ok([]) }} /> },
  'list-failed': {
    title: 'The list did not load',
    show: () => <ChatbotsScene answers={{ chatbotFlows: () => refuse() }} />,
  },
  'list-offline': { title: 'The list, offline', show: () => <ChatbotsScene offline /> },
  'list-menu': {
    title: 'What can be done with one',
    show: () => (
      <ChatbotsScene
        then={async ({ press, find }) => {
          await press('[data-flow-id=bot_refill] button')
          await find('[role=menuitem]')
        }}
      />
    ),
  },
  new: {
    title: 'How a new one begins',
    show: () => (
      <ChatbotsScene
        then={async ({ press, find }) => {
          await find('[data-flow-id]')
          await press('main header button')
          await find('[role=menuitem]')
        }}
      />
    ),
  },
  versions: { title: 'The versions', show: () => <VersionsScene /> },
  'versions-replace': {
    title: 'A version takes the place of the draft',
    show: () => (
      <VersionsScene
        then={async ({ press, find }) => {
          await find('[aria-label="Saves of the draft"]')
          await press('[aria-label="Published versions"] button')
          await find('[role=alertdialog]')
        }}
      />
    ),
  },
  'versions-empty': {
    title: 'Never published',
    show: () => <VersionsScene answers={{ chatbotVersions: () => ok([]) }} />,
  },
  'versions-failed': {
    title: 'The versions did not load',
    show: () => <VersionsScene answers={{ chatbotVersions: () => refuse() }} />,
  },
})
