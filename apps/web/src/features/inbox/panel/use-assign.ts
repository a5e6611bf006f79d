import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isolated } from '../../../lib/isolated.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { notifyError, notifySuccess, notifyUndo } from '../../../ui/notify.tsx'
import { undoFailureWords } from '../conversation-actions.actors.ts'
import { undoneWords } from '../list/undo.rules.ts'
import { type NewPatient, patientBody } from './new-patient.rules.ts'

/** Receives a conversation that a call has returned. */
export type OnConversationRead = (read: { epoch: string; conversation: Conversation }) => void

export interface ChosenPatient {
  readonly _id: string
  readonly name: string
}

interface CreateOptions {
  conversation: Conversation
  onRead: OnConversationRead
  onDone: () => void
}

interface AssignOptions extends CreateOptions {
  userId: string
}

/** [INBOX-06] [STATE-29] [CALL-INBOX-13] Assigns a conversation to a patient; it can be undone. */
export function useAssign({ conversation: { id, organizationId }, userId, onRead, onDone }: AssignOptions) {
  const api = useApi()
  async function undo(undoId: string) {
    try {
      const { data, epoch } = await api('undo', { body: { organizationId, undoId }, idempotencyKey: undoId })
      for (const conversation of data.restored) onRead({ epoch, conversation })
      const { kind, text } = undoneWords(data, userId)
      if (kind === 'success') notifySuccess(text)
      else notifyError(text)
    } catch (error) {
      notifyError(undoFailureWords(error))
    }
  }
  return useMutation({
    mutationFn: ({ _id }: ChosenPatient) =>
      api('assignConversation', { body: { organizationId, conversationId: id, patientId: _id } }),
    onSuccess: ({ data, epoch, undoId }, { name }) => {
      onRead({ epoch, conversation: data })
      const words = `Assigned to ${isolated(name)}`
      if (undoId === null) notifySuccess(words)
      else notifyUndo(words, () => void undo(undoId))
      onDone()
    },
  })
}

/** [CALL-INBOX-27] Creates a patient and assigns the conversation to them. */
export function useCreatePatient({ conversation: { id, organizationId }, onRead, onDone }: CreateOptions) {
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
