import { ConfirmDialog } from '../../src/ui/confirm-dialog.tsx'
import { never, ok, refuse } from '../canned-api.ts'
import { blocked, rosalind } from '../fixtures/conversations.ts'
import { patients } from '../fixtures/patients.ts'
import { part } from '../gallery-entry.ts'
import { DialogScene } from '../scenes/dialog-scene.tsx'
import type { Hand } from '../use-hand.ts'

const family = { patientsWithSameNumber: () => ok([...patients]) }

async function choose({ find, press }: Hand) {
  await press('input[type=radio]')
  await find('input[type=radio]:checked')
}

async function addNew({ press }: Hand) {
  await press('[role=dialog] button:has(.lucide-user-plus)')
}

export const dialogs = part('Dialogs', {
  assign: { title: 'Assign to a patient', show: () => <DialogScene dialog="patient" answers={family} then={choose} /> },
  'assign-nobody': { title: 'Assign: nobody has the number', show: () => <DialogScene dialog="patient" /> },
  'assign-loading': {
    title: 'Assign: on its way',
    show: () => <DialogScene dialog="patient" answers={{ patientsWithSameNumber: never }} />,
  },
  'assign-failed': {
    title: 'Assign: did not load',
    show: () => <DialogScene dialog="patient" answers={{ patientsWithSameNumber: () => refuse() }} />,
  },
  'assign-offline': { title: 'Assign: offline', show: () => <DialogScene dialog="patient" answers={family} offline /> },
  move: {
    title: 'Move to a patient',
    show: () => <DialogScene dialog="patient" conversation={rosalind} answers={family} />,
  },
  'new-patient': {
    title: 'A new patient, not filled in',
    show: () => (
      <DialogScene
        dialog="patient"
        then={async (hand) => {
          await addNew(hand)
          await hand.press('form[aria-label="New patient"] button[type=submit]')
          await hand.find('[aria-invalid]')
        }}
      />
    ),
  },
  snooze: { title: 'Snooze', show: () => <DialogScene dialog="snooze" conversation={rosalind} /> },
  'snooze-wrong': {
    title: 'Snooze: no such time',
    show: () => (
      <DialogScene
        dialog="snooze"
        conversation={rosalind}
        then={async ({ press, find }) => {
          await press('[role=dialog] button[type=submit]')
          await find('[aria-invalid]')
        }}
      />
    ),
  },
  block: { title: 'Block a number', show: () => <DialogScene dialog="block" conversation={rosalind} /> },
  unblock: { title: 'Unblock a number', show: () => <DialogScene dialog="block" conversation={blocked} /> },
  'block-failed': {
    title: 'Block: it failed',
    show: () => (
      <DialogScene
        dialog="block"
        conversation={rosalind}
        answers={{ blockPhoneNumber: () => refuse() }}
        then={async ({ press, find }) => {
          await press('[role=alertdialog] button:last-of-type')
          await find('[role=alertdialog] [role=alert]')
        }}
      />
    ),
  },
  'block-offline': {
    title: 'Block: offline',
    show: () => <DialogScene dialog="block" conversation={rosalind} offline />,
  },
  busy: {
    title: 'A question whose answer is under way',
    show: () => (
      <ConfirmDialog
        title={`Delete ${'a name that is very long '.repeat(6)}?`}
        confirm="Delete"
        danger
        busy
        onConfirm={() => undefined}
        onClose={() => undefined}
      >
        <p>It is gone for everybody.</p>
      </ConfirmDialog>
    ),
  },
})
