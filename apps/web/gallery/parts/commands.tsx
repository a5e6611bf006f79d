import { useSnapshot } from 'valtio'
import { navigation } from '../../src/app/features.ts'
import { CommandBar } from '../../src/features/commands/command-bar.tsx'
import { HelpSheet } from '../../src/features/commands/help-sheet.tsx'
import { KEYS } from '../../src/features/inbox/keys.rules.ts'
import type { Command, Listed } from '../../src/lib/commands.rules.ts'
import { useCharacterKeys } from '../../src/parts/keyboard.tsx'
import { useApp } from '../../src/parts/services.tsx'
import { type Answers, never, ok, refuse } from '../canned-api.ts'
import { stillLive } from '../canned-live.ts'
import { page } from '../fixtures/conversations.ts'
import { people } from '../fixtures/patients.ts'
import { cedar } from '../fixtures/people.ts'
import { part } from '../gallery-entry.ts'
import { Stage } from '../stage.tsx'
import { type Hand, useHand } from '../use-hand.ts'

const INPUT = '[role=combobox]'
const everywhere = { group: 'Everywhere' } as const
const described: readonly Command[] = [
  { id: 'go', title: 'Go to a patient, conversation or page', keys: ['mod+k'], onlyKey: true, ...everywhere },
  { id: 'page', title: 'Go to Inbox', keys: ['g i'], onlyKey: true, ...everywhere },
  { id: 'help', title: 'Keyboard shortcuts', keys: ['?'], ...everywhere },
  ...Object.values(KEYS),
]
const commands: readonly Listed[] = described.map((command) => ({ ...command, ready: true }))

interface BarSceneProps {
  answers?: Answers
  offline?: boolean
  then?: (hand: Hand) => Promise<void>
}

function BarScene({ answers, offline = false, then }: BarSceneProps) {
  return (
    <Stage {...(answers ? { answers } : {})} live={() => (offline ? stillLive('away', false) : stillLive())}>
      <Bar then={then} />
    </Stage>
  )
}

function Bar({ then }: { then: BarSceneProps['then'] }) {
  const { user } = useSnapshot(useApp().mainContext)
  useHand(async (hand) => {
    await hand.find(INPUT)
    await then?.(hand)
  })
  const nothing = () => undefined
  return (
    <CommandBar
      organizationId={cedar._id}
      userId={user?._id ?? ''}
      pages={navigation.map(({ label, to, key }) => ({ id: to, title: label, keys: [`g ${key}`] }))}
      actions={commands.filter(({ onlyKey }) => !onlyKey)}
      onChoose={nothing}
      onClose={nothing}
    />
  )
}

/** Turns single keys off or back on, and shows them to a new user. */
function Help({ off = false }: { off?: boolean }) {
  const [, setCharacters] = useCharacterKeys()
  useHand(async ({ find, press }) => {
    setCharacters(true)
    await find('[role=switch][aria-checked=true]')
    if (!off) return
    await press('[role=switch]')
    await find('[role=switch][aria-checked=false]')
  })
  return <HelpSheet commands={commands} onClose={() => undefined} />
}

/** Types a search and waits for its results. */
const look =
  (words: string, until: string) =>
  async ({ type, find }: Hand) => {
    await type(INPUT, words)
    await find(until)
  }

export const commandsPart = part('Command bar and keys', {
  resting: { title: 'Nothing typed', show: () => <BarScene /> },
  searching: {
    title: 'Looking up',
    show: () => (
      <BarScene answers={{ searchUsers: never, conversations: never }} then={look('inb', '[aria-busy=true]')} />
    ),
  },
  found: {
    title: 'Found',
    show: () => (
      <BarScene
        answers={{ searchUsers: () => ok(people), conversations: () => ok([...page]) }}
        then={look('a', '[role=group][aria-label=Conversations]')}
      />
    ),
  },
  'no-match': {
    title: 'Nothing matches',
    show: () => (
      <BarScene
        answers={{ searchUsers: () => ok([]), conversations: () => ok([]) }}
        then={look('(512) 555-0199', '[role=dialog] p[role=status]:not(.sr-only)')}
      />
    ),
  },
  failed: {
    title: 'The looking up failed',
    show: () => (
      <BarScene
        answers={{ searchUsers: () => refuse(), conversations: () => refuse() }}
        then={look('carver', '[role=dialog] [role=alert]')}
      />
    ),
  },
  offline: {
    title: 'Offline',
    show: () => <BarScene offline then={look('carver', '[role=dialog] .lucide-cloud-off')} />,
  },
  help: { title: 'Keyboard shortcuts', show: () => <Help /> },
  'help-off': { title: 'Keyboard shortcuts, letters switched off', show: () => <Help off /> },
})
