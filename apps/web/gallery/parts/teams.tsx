import { Component as Teams } from '../../src/features/settings/teams/teams-page.tsx'
import { type Answers, never, ok, refuse } from '../canned-api.ts'
import { rosalind } from '../fixtures/conversations.ts'
import { part } from '../gallery-entry.ts'
import { DialogScene } from '../scenes/dialog-scene.tsx'
import { SettingsScene } from '../scenes/settings-scene.tsx'
import type { Hand } from '../use-hand.ts'

interface PageProps {
  answers?: Answers
  agent?: boolean
  offline?: boolean
  then?: (hand: Hand) => Promise<void>
}

function Page(props: PageProps) {
  return (
    <SettingsScene {...props}>
      <Teams />
    </SettingsScene>
  )
}

async function addUnnamed({ find, press }: Hand) {
  await find('[aria-label=Teams] tr')
  await press('header button:has(.lucide-plus)')
  await press('[role=dialog] button[type=submit]')
  await find('[role=dialog] [aria-invalid=true]')
}

async function changeFirst({ find, press }: Hand) {
  await press('[aria-label="Change Front desk"]')
  await find('[role=dialog] input[type=checkbox]')
}

const remove =
  (until = '[role=alertdialog]') =>
  async ({ find, press }: Hand) => {
    await press('[aria-label="Remove Front desk"]')
    await find('[role=alertdialog]')
    if (until === '[role=alertdialog]') return
    await press('[role=alertdialog] button:last-of-type')
    await find(until)
  }

async function sayWhy({ find, type }: Hand) {
  await find('[role=dialog] [role=option]')
  await type('[role=dialog] textarea', 'She asked for you by name.')
}

const ofTeam = { ...rosalind, team: { _id: 'team2', name: 'Billing' } }

export const teamsPart = part('Teams', {
  page: { title: 'The teams', show: () => <Page /> },
  loading: { title: 'Loading', show: () => <Page answers={{ teams: never }} /> },
  empty: { title: 'No teams yet', show: () => <Page answers={{ teams: () => ok([]) }} /> },
  failed: { title: 'Did not load', show: () => <Page answers={{ teams: () => refuse() }} /> },
  offline: { title: 'Offline', show: () => <Page offline /> },
  agent: { title: 'For admins', show: () => <Page agent /> },
  unnamed: { title: 'A new team without a name', show: () => <Page then={addUnnamed} /> },
  change: { title: 'Changing a team', show: () => <Page then={changeFirst} /> },
  remove: { title: 'Removing a team', show: () => <Page then={remove()} /> },
  'remove-failed': {
    title: 'Removing a team failed',
    show: () => <Page answers={{ removeTeam: () => refuse() }} then={remove('[role=alertdialog] [role=alert]')} />,
  },
  assign: {
    title: 'Assign to a colleague or a team',
    show: () => <DialogScene dialog="assign" conversation={ofTeam} />,
  },
  'assign-why': {
    title: 'Assign, and say why',
    show: () => <DialogScene dialog="assign" conversation={rosalind} then={sayWhy} />,
  },
  'assign-unknown': {
    title: 'Assign: teams and counts did not load',
    show: () => (
      <DialogScene
        dialog="assign"
        conversation={rosalind}
        answers={{ teams: () => refuse(), workload: () => refuse() }}
      />
    ),
  },
  'assign-offline': {
    title: 'Assign: offline',
    show: () => <DialogScene dialog="assign" conversation={rosalind} offline />,
  },
})
