import { createActor, fromPromise } from 'xstate'
import type { Api } from '../../../api/client.ts'
import { type NewMessageActor, type NewMessageRequest, newMessageMachine, type Started } from './new-message.machine.ts'

interface NewMessageDependencies {
  readonly api: Api
  readonly organizationId: string
  readonly newId: () => string
  readonly timezone: string
}

/** [CALL-INBOX-22] Starts the machine of a new message. */
export function startNewMessage({ api, organizationId, newId, timezone }: NewMessageDependencies): NewMessageActor {
  const machine = newMessageMachine.provide({
    actors: {
      send: fromPromise<Started, NewMessageRequest>(async ({ input: { to, text, files, sendAt, key } }) => {
        const { patientId, phoneNumber } = to
        const about = { organizationId, phoneNumber, message: text, ...(patientId === null ? {} : { patientId }) }
        const { data, epoch } =
          files.length > 0
            ? await api('createWithFiles', { body: about, files, idempotencyKey: key })
            : await api('createWithMessage', {
                body: { ...about, ...(sendAt === null ? {} : { sendAt: sendAt.toISOString() }) },
                idempotencyKey: key,
              })
        return { conversation: data, epoch, sendAt }
      }),
    },
  })
  return createActor(machine, { input: { newId, timezone } }).start()
}
