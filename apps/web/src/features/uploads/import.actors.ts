/** The calls of the import machine. */
import type { Import } from '@foyer/contracts/imports/imports.ts'
import type { ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { CallError } from '../../api/call-error.ts'
import type { Api, CallOptions } from '../../api/client.ts'
import { keysFor } from '../../api/idempotency-keys.ts'
import { StaleStart } from './edits.ts'
import { type ImportActor, importMachine } from './import.machine.ts'

interface ImportDependencies {
  readonly api: Api
  readonly organizationId: string
  readonly kind: ImportKind
  /** The zone of the times in a file: the clinic's, wherever its staff are. */
  readonly timezone: string
  /** Null where a file is chosen first. */
  readonly import: Import | null
  readonly newId: () => string
}

type Upload = Pick<CallOptions<'uploadReferrals'>, 'files' | 'idempotencyKey' | 'onSent' | 'timezone'>

/** [CALL-MAIN-03] [CALL-MAIN-05] [CALL-MAIN-06] [CALL-MAIN-07] [CALL-CAMPAIGN-08] The specification's call of each kind. */
async function sendSheet(api: Api, kind: ImportKind, organizationId: string, upload: Upload): Promise<string> {
  const inPath = { params: { organizationId }, body: { mode: 'review' as const }, ...upload }
  const inField = { body: { organizationId, mode: 'review' as const }, ...upload }
  const calls = {
    demographics: () => api('uploadDemographics', inPath),
    providers: () => api('uploadProviders', inPath),
    insuranceProviders: () => api('uploadInsuranceProviders', inField),
    referrals: () => api('uploadReferrals', inField),
    appointments: () => api('uploadAppointments', inField),
  } satisfies Record<ImportKind, () => Promise<unknown>>
  return (await calls[kind]()).data.importId
}

export function startImport({ api, organizationId, kind, timezone, newId, ...input }: ImportDependencies): ImportActor {
  const [fileKeys, startKeys] = [keysFor<File>(newId), keysFor<string>(newId)]
  const machine = importMachine.provide({
    actors: {
      send: fromCallback(({ sendBack, input: { file } }) => {
        let isGone = false
        const onSent = (share: number) => !isGone && sendBack({ type: 'progress', share })
        fileKeys(file, (idempotencyKey) =>
          sendSheet(api, kind, organizationId, { files: [file], idempotencyKey, onSent, timezone }),
        ).then(
          (importId) => !isGone && sendBack({ type: 'sent', importId }),
          (error: unknown) => !isGone && sendBack({ type: 'refused', error }),
        )
        return () => {
          isGone = true
        }
      }),
      mend: fromPromise(async ({ input: { importId, rows } }) => {
        const { data, asOf } = await api('mendImportRows', { body: { organizationId, importId, rows: [...rows] } })
        return { ...data, asOf }
      }),
      recheck: fromPromise(async ({ input: { importId, rechecking } }) => {
        const { how, ...change } = rechecking
        const body = { organizationId, importId, ...change }
        if (how === 'map') return (await api('mapImport', { body: body as CallOptions<'mapImport'>['body'] })).data
        return (await api('readImportAs', { body: body as CallOptions<'readImportAs'>['body'] })).data
      }),
      start: fromPromise(async ({ input: { importId, expect } }) => {
        const body = { organizationId, importId, expect }
        try {
          const { data } = await startKeys(JSON.stringify(body), (idempotencyKey) =>
            api('startImport', { body, idempotencyKey }),
          )
          return data
        } catch (error) {
          if (error instanceof CallError && error.reason === 'stale' && error.data !== undefined)
            throw new StaleStart(error.data as Import)
          throw error
        }
      }),
    },
  })
  return createActor(machine, { input }).start()
}
