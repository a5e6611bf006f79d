import { createActor, fromPromise } from 'xstate'
import type { Api } from '../../../api/client.ts'
import { type NewMessageActor, type NewMessageRequest, newMessageMachine, type Started } from './new-message.machine.ts'

interface NewMessageDependencies {
  readonly api: Api
  readonly organizationId: string
  readonly newId: () => string
}

/** [CALL-INBOX-22] Starts the machine of a new message. */
export function startNewMessage({ api, organizationId, newId }: NewMessageDependencies): NewMessageActor {
  const machine = newMessageMachine.provide({
    actors: {
      send: fromPromise<Started, NewMessageRequest>(async ({ input: { to, text, key } }) => {
        const { patientId, phoneNumber } = to
        const body = { organizationId, phoneNumber, message: text, ...(patientId === null ? {} : { patientId }) }
        const { data, epoch } = await api('createWithMessage', { body, idempotencyKey: key })
        return { conversation: data, epoch }
      }),
    },
  })
  return createActor(machine, { input: { newId } }).start()
}
