import { readFaxNumber } from '@foyer/contracts/fax/number.rules.ts'
import { createActor, fromPromise } from 'xstate'
import type { Api } from '../../api/client.ts'
import { type FaxFormActor, faxFormMachine, type Preview, type SendRequest } from './fax-form.machine.ts'
import type { FaxValues } from './fax-form.rules.ts'

interface FaxFormDependencies {
  readonly api: Api
  readonly newId: () => string
}

/** [CALL-CAMPAIGN-20] Starts the machine of the form. The client's headers name the organization. */
export function startFaxForm({ api, newId }: FaxFormDependencies): FaxFormActor {
  const machine = faxFormMachine.provide({
    actors: {
      draw: fromPromise<Preview, FaxValues>(async ({ input: { file, number, note }, signal }) => {
        const body = { toFaxNumber: number, note }
        const { data } = await api('previewFax', { body, files: file === null ? [] : [file], signal })
        return data
      }),
      send: fromPromise<string, SendRequest>(async ({ input: { values, key } }) => {
        const { file, number, note } = values
        const body = { toFaxNumber: withCountry(number), note }
        const { data } = await api('sendFax', { body, files: file === null ? [] : [file], idempotencyKey: key })
        return data.toFaxNumber
      }),
    },
  })
  return createActor(machine, { input: { newId } }).start()
}

/** [RULE-13] The number with +1 before it; the machine sends only numbers that can be read. */
function withCountry(typed: string): string {
  const read = readFaxNumber(typed)
  return 'number' in read ? read.number : typed
}
