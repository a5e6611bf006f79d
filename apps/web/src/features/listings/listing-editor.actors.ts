import { editFields, pickFields } from '@foyer/contracts/listings/listing.rules.ts'
import type { Listing, ListingEdit } from '@foyer/contracts/listings/listing.ts'
import { createActor, fromPromise } from 'xstate'
import { CallError } from '../../api/call-error.ts'
import type { Api } from '../../api/client.ts'
import { editOf } from './listing-draft.rules.ts'
import {
  type ListingEditorActor,
  listingEditorMachine,
  type Reading,
  type SaveRequest,
  StaleListing,
} from './listing-editor.machine.ts'

interface EditorDependencies {
  /** Makes calls with the listing token. */
  readonly api: Api
  readonly locationId: string
}

const READ_MASK = editFields.join(',')

/** [CALL-LISTINGS-01] [CALL-LISTINGS-04] Starts the editor of one listing. */
export function startListingEditor({ api, locationId: id }: EditorDependencies): ListingEditorActor {
  async function read(signal?: AbortSignal): Promise<Reading> {
    let etag: string | null = null
    const listing = await api('listingLocation', {
      ...{ params: { id }, query: { readMask: READ_MASK } },
      ...(signal && { signal }),
      onHeaders: (headers) => {
        etag = headers.get('etag')
      },
    })
    return { listing, etag }
  }
  const machine = listingEditorMachine.provide({
    actors: {
      read: fromPromise<Reading>(({ signal }) => read(signal)),
      save: fromPromise<Reading, SaveRequest>(async ({ input: { draft, mask, etag } }) => {
        const body = pickFields(editOf(draft), mask) as ListingEdit
        try {
          await api('changeListing', {
            ...{ params: { id }, query: { updateMask: mask.join(',') }, body },
            ...(etag !== null && { headers: { 'if-match': etag } }),
          })
        } catch (error) {
          if (error instanceof CallError && error.reason === 'stale') throw new StaleListing(await stateOf(error))
          throw error
        }
        return read()
      }),
    },
  })
  /** The fields as they are stand in the refusal; the tag of that state is read with them. */
  async function stateOf({ data }: CallError): Promise<Reading> {
    const fresh = await read().catch(() => null)
    return fresh ?? { listing: (data ?? {}) as Listing, etag: null }
  }
  return createActor(machine).start()
}
