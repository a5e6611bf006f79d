import { CallError } from '../../src/api/call-error.ts'
import type { AutomationWizardActor } from '../../src/features/automations/wizard/automation-wizard.machine.ts'
import { newAction, newTrigger } from '../../src/features/automations/wizard/draft.rules.ts'
import { NewerAutomation, NotReady, RemovedAutomation } from '../../src/features/automations/wizard/wizard-memory.ts'
import { never, ok, refuse } from '../canned-api.ts'
import {
  confirm48,
  confirmDetail,
  confirmVisits,
  loop,
  noPause,
  overlap,
  paused,
  recipes,
  refills,
  stoppedDetail,
  tried,
  triedElsewhere,
} from '../fixtures/automations.ts'
import { part } from '../gallery-entry.ts'
import { AutomationScene, AutomationsScene, RunsScene, WizardScene } from '../scenes/automations-scene.tsx'
import type { Hand } from '../use-hand.ts'

const rename = (actor: AutomationWizardActor) => actor.send({ type: 'changed', values: { name: 'Confirm visits' } })
const publish = (actor: AutomationWizardActor) => actor.send({ type: 'publish' })
const confirmed = (actor: AutomationWizardActor) => {
  actor.send({ type: 'publish' })
  actor.send({ type: 'confirm', why: 'The first version', waiting: 'finish' })
}
const savedThenPublished = (actor: AutomationWizardActor) => {
  actor.send({ type: 'save' })
  confirmed(actor)
}
const refusedForward = (actor: AutomationWizardActor) => actor.send({ type: 'next' })
const newer = async () => {
  const automation = { ...confirm48, revision: 9, changedBy: { id: 'usr_dana', name: 'Dana Whitfield' } }
  throw new NewerAutomation({ automation, draft: refills })
}
const removed = async () => {
  throw new RemovedAutomation()
}
const unsaved = async () => {
  throw new CallError('Failed to save the automation', 503, { requestId: '7F2A-0911' })
}
const noTrial = async () => refuse()
const repeated = {
  ...confirmVisits,
  actions: confirmVisits.actions.map((action, place) => (place === 2 ? { ...action, sequence: 2 } : action)),
}
const half = {
  trigger: newTrigger({ kind: 'inboundMessage', asks: 'words' }),
  conditions: [
    { field: 'visit.doctor', operator: 'isOneOf', value: [] },
    { field: 'patient.age', operator: 'between', value: [65, 18] },
  ],
  actions: [newAction('sendSms', [])],
} as const
const openRow =
  (place: number, until: string) =>
  async ({ find, press }: Hand) => {
    await press(`[aria-label=Actions] > li:nth-of-type(${place}) button[aria-expanded=false]`)
    await find(until)
  }
async function openMenu({ find, press }: Hand) {
  await press('[data-automation-id=aut_refill] button[aria-haspopup=menu]')
  await find('[role=menuitem]')
}
async function openPause({ find, press }: Hand) {
  await press('main header button[aria-haspopup=menu]')
  await find('[role=menuitem]')
}
async function seekOff({ find, press }: Hand) {
  await press('[role=tablist] [role=tab]:nth-of-type(3)')
  await find('main [role=status] .lucide-workflow')
}
const REMOVED_TAB = '[role=tablist] [role=tab]:last-of-type'
async function openRemoved({ find, press }: Hand) {
  await press(REMOVED_TAB)
  await find('[aria-label="Removed automations"]')
}
async function openNoneRemoved({ find, press }: Hand) {
  await press(REMOVED_TAB)
  await find('main .lucide-workflow')
}
async function openRun({ find, press }: Hand) {
  await press('[data-run-id=run_1] button')
  await find('[data-run-id=run_1] ol')
}
async function openHistory({ find, press }: Hand) {
  await press('[role=tablist] [role=tab]:nth-of-type(2)')
  await find('[aria-label=Versions]')
}
async function askRollBack(hand: Hand) {
  await openHistory(hand)
  await hand.press('[aria-label=Versions] li:nth-of-type(2) button')
  await hand.find('[role=alertdialog] input')
}
async function askRelease({ find, press }: Hand) {
  await press('[aria-label="Stopped by itself"] button')
  await find('[role=alertdialog]')
}
export const automationsPart = part('Automations', {
  list: { title: 'The list', show: () => <AutomationsScene /> },
  'list-loading': { title: 'The list is loading', show: () => <AutomationsScene answers={{ automations: never }} /> },
  'list-empty': {
    title: 'No automations yet',
    show: () => (
      <AutomationsScene
        answers={{
          automations: () => ({ ...ok([]), pause: { ...paused, pausedUntil: null } }),
          automationCatalog: () => ok(recipes),
        }}
        then={async ({ find }) => void (await find('[aria-label=Recipes]'))}
      />
    ),
  },
  'list-removed': {
    title: 'Removed automations',
    show: () => (
      <AutomationsScene
        answers={{ automations: () => ({ ...ok([{ ...confirm48, removed: true }]), pause: noPause }) }}
        then={openRemoved}
      />
    ),
  },
  'list-none-removed': { title: 'None was removed', show: () => <AutomationsScene then={openNoneRemoved} /> },
  'list-unmatched': {
    title: 'No automation fits',
    show: () => (
      <AutomationsScene answers={{ automations: () => ({ ...ok([confirm48]), pause: paused }) }} then={seekOff} />
    ),
  },
  'list-failed': {
    title: 'The list did not load',
    show: () => <AutomationsScene answers={{ automations: () => refuse() }} />,
  },
  'list-forbidden': {
    title: 'Not for this role',
    show: () => <AutomationsScene answers={{ automations: () => refuse(403, 'not_allowed') }} />,
  },
  'list-offline': { title: 'The list, offline', show: () => <AutomationsScene offline /> },
  'list-menu': { title: 'What can be done with one', show: () => <AutomationsScene then={openMenu} /> },
  'list-pause': { title: 'Until when all are paused', show: () => <AutomationsScene then={openPause} /> },
  'list-paused': {
    title: 'All are paused',
    show: () => <AutomationsScene answers={{ automations: () => ({ ...ok([confirm48]), pause: paused }) }} />,
  },

  new: { title: 'A new automation', show: () => <WizardScene /> },
  trigger: {
    title: 'Step 1, a time before the visit',
    show: () => <WizardScene draft={{ ...confirmVisits, conditions: [], actions: [] }} />,
  },
  words: { title: 'Step 1, words', show: () => <WizardScene draft={{ ...refills, conditions: [], actions: [] }} /> },
  'trigger-wrong': {
    title: 'Step 1, something is missing',
    show: () => <WizardScene draft={half} prepare={refusedForward} />,
  },
  conditions: { title: 'Step 2', show: () => <WizardScene draft={{ ...confirmVisits, actions: [] }} step={2} /> },
  'conditions-none': {
    title: 'Step 2, no rules',
    show: () => <WizardScene draft={{ ...confirmVisits, conditions: [], actions: [] }} step={2} />,
  },
  'conditions-group': {
    title: 'Step 2, a group',
    show: () => <WizardScene draft={{ ...refills, actions: [] }} step={2} />,
  },
  'conditions-wrong': {
    title: 'Step 2, something is missing',
    show: () => <WizardScene draft={{ ...half, trigger: confirmVisits.trigger }} step={2} prepare={refusedForward} />,
  },
  actions: {
    title: 'Step 3',
    show: () => <WizardScene draft={confirmVisits} step={3} tryOut={async () => ({ ...tried, findings: [overlap] })} />,
  },
  'actions-none': {
    title: 'Step 3, no actions',
    show: () => <WizardScene draft={{ ...confirmVisits, actions: [] }} step={3} />,
  },
  'actions-repeated': { title: 'Step 3, a number twice', show: () => <WizardScene draft={repeated} step={3} /> },
  'actions-text': {
    title: 'Step 3, a text is written',
    show: () => <WizardScene draft={{ ...refills, conditions: [] }} step={3} then={openRow(2, 'main textarea')} />,
  },
  'actions-guard': {
    title: 'Step 3, a text if there is no reply',
    show: () => <WizardScene draft={confirmVisits} step={3} then={openRow(3, '[aria-label="Only if"]')} />,
  },
  'actions-assign': {
    title: 'Step 3, an assignment',
    show: () => <WizardScene draft={confirmVisits} step={3} then={openRow(4, '[aria-label^="Staff member"]')} />,
  },
  review: { title: 'Step 4', show: () => <WizardScene draft={confirmVisits} step={4} tryOut={async () => tried} /> },
  'review-elsewhere': {
    title: 'Step 4, it would not start',
    show: () => <WizardScene draft={confirmVisits} step={4} tryOut={async () => triedElsewhere} />,
  },
  'review-asking': { title: 'Step 4, being tried', show: () => <WizardScene draft={confirmVisits} step={4} /> },
  'review-failed': {
    title: 'Step 4, not tried',
    show: () => <WizardScene draft={confirmVisits} step={4} tryOut={noTrial} />,
  },
  'review-problem': {
    title: 'Step 4, a problem',
    show: () => (
      <WizardScene draft={confirmVisits} step={4} tryOut={async () => ({ ...tried, findings: [loop, overlap] })} />
    ),
  },
  'review-off': {
    title: 'Step 4, without turning it on',
    show: () => (
      <WizardScene
        draft={confirmVisits}
        step={4}
        tryOut={async () => tried}
        prepare={(actor) => actor.send({ type: 'turnOn', on: false })}
      />
    ),
  },
  'review-offline': { title: 'Step 4, offline', show: () => <WizardScene draft={confirmVisits} step={4} offline /> },
  asking: {
    title: 'What changed?',
    show: () => (
      <WizardScene
        draft={confirmVisits}
        automation={confirmDetail}
        step={4}
        tryOut={async () => tried}
        prepare={publish}
      />
    ),
  },
  'saving-first': {
    title: 'Saved before it is turned on',
    show: () => <WizardScene draft={confirmVisits} step={4} tryOut={async () => tried} prepare={savedThenPublished} />,
  },
  keeping: {
    title: 'A new one is saved to be turned on',
    show: () => <WizardScene draft={confirmVisits} step={4} tryOut={async () => tried} prepare={confirmed} />,
  },
  'turning-on': {
    title: 'Being turned on',
    show: () => (
      <WizardScene
        draft={confirmVisits}
        automation={confirmDetail}
        step={4}
        tryOut={async () => tried}
        prepare={confirmed}
      />
    ),
  },
  refused: {
    title: 'Not turned on',
    show: () => (
      <WizardScene
        draft={confirmVisits}
        automation={confirmDetail}
        step={4}
        prepare={confirmed}
        publish={async () => {
          throw new NotReady([loop])
        }}
        then={async ({ find }) => void (await find('[role=alertdialog] [role=alert]'))}
      />
    ),
  },
  edit: { title: 'A saved one', show: () => <WizardScene draft={confirmVisits} automation={confirmDetail} step={2} /> },
  saving: {
    title: 'Being saved',
    show: () => <WizardScene draft={confirmVisits} automation={confirmDetail} prepare={rename} quick />,
  },
  saved: {
    title: 'Saved',
    show: () => (
      <WizardScene
        draft={confirmVisits}
        automation={confirmDetail}
        prepare={rename}
        quick
        keep={async () => ({ automation: { ...confirm48, name: 'Confirm visits' }, draft: confirmVisits })}
        then={async ({ find }) => void (await find('main header [role=status] .lucide-check'))}
      />
    ),
  },
  'not-saved': {
    title: 'Not saved',
    show: () => (
      <WizardScene
        draft={confirmVisits}
        automation={confirmDetail}
        prepare={rename}
        quick
        keep={unsaved}
        then={async ({ find }) => void (await find('main header .lucide-circle-alert'))}
      />
    ),
  },
  conflict: {
    title: 'A colleague changed it',
    show: () => (
      <WizardScene
        draft={confirmVisits}
        automation={confirmDetail}
        prepare={rename}
        quick
        keep={newer}
        then={async ({ find }) => void (await find('main [role=alert]'))}
      />
    ),
  },
  removed: {
    title: 'Somebody removed it',
    show: () => (
      <WizardScene
        draft={confirmVisits}
        automation={confirmDetail}
        prepare={rename}
        quick
        keep={removed}
        then={async ({ find }) => void (await find('main [role=alert]'))}
      />
    ),
  },

  runs: { title: 'The runs of all', show: () => <RunsScene /> },
  'runs-loading': { title: 'The runs are loading', show: () => <RunsScene answers={{ automationRuns: never }} /> },
  'runs-empty': { title: 'No runs yet', show: () => <RunsScene answers={{ automationRuns: () => ok([]) }} /> },
  'runs-failed': {
    title: 'The runs did not load',
    show: () => <RunsScene answers={{ automationRuns: () => refuse() }} />,
  },
  automation: { title: 'One automation', show: () => <AutomationScene then={openRun} /> },
  'automation-absent': {
    title: 'No such automation',
    show: () => <AutomationScene answers={{ automation: () => refuse(404, 'not_found') }} />,
  },
  history: { title: 'Its history', show: () => <AutomationScene then={openHistory} /> },
  'roll-back': { title: 'Rolling back', show: () => <AutomationScene then={askRollBack} /> },
  held: {
    title: 'It stopped by itself',
    show: () => <AutomationScene answers={{ automation: () => ok(stoppedDetail) }} />,
  },
  release: {
    title: 'The held runs are released',
    show: () => <AutomationScene answers={{ automation: () => ok(stoppedDetail) }} then={askRelease} />,
  },
})
