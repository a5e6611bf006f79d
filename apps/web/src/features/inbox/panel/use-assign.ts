import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isolated } from '../../../lib/isolated.rules.ts'
import { useApi } from '../../../parts/parts.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { type NewPatient, patientBody } from './new-patient.rules.ts'

/** A conversation as a call has just answered it. */
export type Told = (read: { epoch: string; conversation: Conversation }) => void

export interface Chosen {
  readonly _id: string
  readonly name: string
}

interface AssignParts {
  conversation: Conversation
  onRead: Told
  onDone: () => void
}

/** [INBOX-06] [STATE-29] [CALL-INBOX-13] Makes a conversation a patient's. */
export function useAssign({ conversation: { id, organizationId }, onRead, onDone }: AssignParts) {
  const api = useApi()
  return useMutation({
    mutationFn: ({ _id }: Chosen) =>
      api('assignConversation', { body: { organizationId, conversationId: id, patientId: _id } }),
    onSuccess: ({ data, epoch }, { name }) => {
      onRead({ epoch, conversation: data })
      notifySuccess(`Assigned to ${isolated(name)}`)
      onDone()
    },
  })
}

/** [CALL-INBOX-27] Takes somebody into the records, and makes the conversation theirs. */
export function useCreatePatient({ conversation: { id, organizationId }, onRead, onDone }: AssignParts) {
  const api = useApi()
  const queries = useQueryClient()
  return async (typed: NewPatient, idempotencyKey: string) => {
    const body = { organizationId, conversationId: id, patient: patientBody(typed) }
    const { data, epoch } = await api('createImportAndAssign', { body, idempotencyKey })
    onRead({ epoch, conversation: data.conversation })
    void queries.invalidateQueries({ queryKey: ['patientsOfNumber', organizationId] })
    notifySuccess(`${isolated(data.patient.name)} is a patient now, and this conversation is theirs`)
    onDone()
  }
}
