import { readFaxNumber } from '@foyer/contracts/fax/number.rules.ts'
import { createActor, fromPromise } from 'xstate'
import type { Api } from '../../api/client.ts'
import { type FaxFormActor, faxFormMachine, type Preview, type Repeated, type SendRequest } from './fax-form.machine.ts'
import type { FaxValues } from './fax-form.rules.ts'

interface FaxFormDependencies {
  readonly api: Api
  readonly organizationId: string
  readonly newId: () => string
}

/** [CALL-CAMPAIGN-20] Starts the machine of the form. The client's headers name the organization. */
export function startFaxForm({ api, organizationId, newId }: FaxFormDependencies): FaxFormActor {
  const machine = faxFormMachine.provide({
    actors: {
      open: fromPromise<Repeated, string>(async ({ input: faxId, signal }) => {
        const query = { organizationId, faxId }
        const address = `/api/campaign/fax/file?${new URLSearchParams(query)}`
        const [{ data: fax }, bytes] = await Promise.all([
          api('fax', { query, signal }),
          api.blob(address, signal, 'faxFileBytes'),
        ])
        return { fax, file: new File([bytes], fax.file.name, { type: fax.file.contentType }) }
      }),
      draw: fromPromise<Preview, FaxValues>(async ({ input: { file, number, note }, signal }) => {
        const body = { toFaxNumber: number, note }
        const { data } = await api('previewFax', { body, files: file === null ? [] : [file], signal })
        return data
      }),
      send: fromPromise<string, SendRequest>(async ({ input: { values, key: idempotencyKey, againOf } }) => {
        const { file, note } = values
        const toFaxNumber = withCountry(values.number)
        if (againOf !== null) {
          const body = { organizationId, faxId: againOf, what: 'all' as const, toFaxNumber }
          return (await api('sendFaxAgain', { body, idempotencyKey })).data.number
        }
        const body = { toFaxNumber, note }
        const { data } = await api('sendFax', { body, files: file === null ? [] : [file], idempotencyKey })
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
