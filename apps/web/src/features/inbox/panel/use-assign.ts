import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isolated } from '../../../lib/isolated.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { type NewPatient, patientBody } from './new-patient.rules.ts'

/** Receives a conversation that a call has returned. */
export type OnConversationRead = (read: { epoch: string; conversation: Conversation }) => void

export interface ChosenPatient {
  readonly _id: string
  readonly name: string
}

interface AssignOptions {
  conversation: Conversation
  onRead: OnConversationRead
  onDone: () => void
}

/** [INBOX-06] [STATE-29] [CALL-INBOX-13] Assigns a conversation to a patient. */
export function useAssign({ conversation: { id, organizationId }, onRead, onDone }: AssignOptions) {
  const api = useApi()
  return useMutation({
    mutationFn: ({ _id }: ChosenPatient) =>
      api('assignConversation', { body: { organizationId, conversationId: id, patientId: _id } }),
    onSuccess: ({ data, epoch }, { name }) => {
      onRead({ epoch, conversation: data })
      notifySuccess(`Assigned to ${isolated(name)}`)
      onDone()
    },
  })
}

/** [CALL-INBOX-27] Creates a patient and assigns the conversation to them. */
export function useCreatePatient({ conversation: { id, organizationId }, onRead, onDone }: AssignOptions) {
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
