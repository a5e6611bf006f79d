import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { clsx } from 'clsx'
import { Search, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { isolated } from '../../../lib/isolated.rules.ts'
import { useHeldValue } from '../../../lib/use-held-value.ts'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { offlineWords } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { DialogFoot } from './dialog-foot.tsx'
import { NewPatientForm } from './new-patient-form.tsx'
import { PatientChoices } from './patient-choices.tsx'
import { usePatientSearch, usePatientsOfNumber } from './patients.queries.ts'
import { type ChosenPatient, type OnConversationRead, useAssign } from './use-assign.ts'

/** The search waits for this pause in typing. */
const SETTLED_MS = 250

export interface AssignPatientProps {
  conversation: Conversation
  userId: string
  /** YYYY-MM-DD in the clinic's time zone. */
  today: string
  offline: boolean
  onRead: OnConversationRead
  onClose: () => void
}

/**
 * [INBOX-06] [STATE-29] Assigns the conversation to a patient: one with the same number, one found by search, or a
 * new one.
 */
export function AssignPatient({ conversation, userId, today, offline, onRead, onClose }: AssignPatientProps) {
  const [isNew, setIsNew] = useState(false)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<ChosenPatient | null>(null)
  const assign = useAssign({ conversation, userId, onRead, onDone: onClose })

  return (
    <>
      {/* Kept in the page while hidden, so that the input is not lost. */}
      <div hidden={!isNew} className="h-full">
        <NewPatientForm {...{ conversation, today, onRead }} onDone={onClose} onBack={() => setIsNew(false)} />
      </div>
      <div className={clsx('min-h-full flex-col', isNew ? 'hidden' : 'flex')}>
        <div className="space-y-4 p-4">
          <Field
            label="Find a patient"
            type="search"
            size="lg"
            icon={Search}
            value={search}
            autoComplete="off"
            maxLength={100}
            help="Part of a name or number"
            className="[&_input::-webkit-search-cancel-button]:hidden"
            onChange={(event) => setSearch(event.target.value)}
          />
          <Found {...{ conversation, search, chosen }} onChoose={setChosen} />
          {assign.isError && (
            <p role="alert" className="text-sm text-bad-text">
              {failureMessage(assign.error)}
            </p>
          )}
        </div>
        <DialogFoot>
          <Button kind="ghost" icon={UserPlus} onClick={() => setIsNew(true)} className="pointer-coarse:h-11">
            New patient
          </Button>
          <Button
            kind="primary"
            busy={assign.isPending}
            disabledReason={reasonAgainst(chosen, conversation, offline)}
            onClick={() => chosen && assign.mutate(chosen)}
            className="max-w-full pointer-coarse:h-11"
          >
            {chosen ? `Assign to ${isolated(chosen.name)}` : 'Assign'}
          </Button>
        </DialogFoot>
      </div>
    </>
  )
}

function reasonAgainst(
  chosen: ChosenPatient | null,
  { patientId }: Conversation,
  offline: boolean,
): string | undefined {
  if (offline) return offlineWords('Assigning')
  if (chosen === null) return 'Choose a patient first'
  return chosen._id === patientId ? 'It’s already theirs' : undefined
}

interface FoundProps {
  conversation: Conversation
  search: string
  chosen: ChosenPatient | null
  onChoose: (patient: ChosenPatient) => void
}

/** The patients with the same number, until the user searches. */
function Found({ conversation, search, chosen, onChoose }: FoundProps) {
  const wanted = useHeldValue(search.trim(), SETTLED_MS)
  // The result may still belong to an earlier search.
  const isCurrent = wanted === search.trim()
  const same = usePatientsOfNumber(conversation)
  const found = usePatientSearch(conversation.organizationId, wanted)
  const number = displayPhone(conversation.phoneNumber)
  const shared = { current: conversation.patientId, chosen: chosen?._id ?? null, onChoose }
  if (search.trim() === '') {
    if (conversation.type === 'chat' && number === '') return null
    return (
      <PatientChoices
        {...shared}
        title={`Patients with ${number}`}
        query={same}
        empty={`No patient has ${number}. Find them by name, or add them as a new patient.`}
      />
    )
  }
  return (
    <PatientChoices
      {...shared}
      title="Found"
      query={isCurrent ? found : { ...found, data: undefined, isError: false }}
      empty={`No patient matches “${search.trim()}”. Try another part of the name, or add them as a new patient.`}
    />
  )
}
