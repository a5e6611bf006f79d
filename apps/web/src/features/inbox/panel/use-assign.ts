import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
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
  const sent = useRef({ body: '', key: '' })

  /** The same on every try of the same patient, or one whose answer was lost would be there twice. */
  function keyFor(patient: object): string {
    const body = JSON.stringify(patient)
    if (sent.current.body !== body) sent.current = { body, key: crypto.randomUUID() }
    return sent.current.key
  }

  return useMutation({
    mutationFn: (typed: NewPatient) => {
      const patient = patientBody(typed)
      const body = { organizationId, conversationId: id, patient }
      return api('createImportAndAssign', { body, idempotencyKey: keyFor(patient) })
    },
    onSuccess: ({ data: { conversation, patient }, epoch }) => {
      onRead({ epoch, conversation })
      void queries.invalidateQueries({ queryKey: ['patientsOfNumber', organizationId] })
      notifySuccess(`${isolated(patient.name)} is a patient now, and this conversation is theirs`)
      onDone()
    },
  })
}
