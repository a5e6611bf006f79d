/** Loads children of many rows by one call a level, and not one for each row. */
import DataLoader from 'dataloader'
import type { GraphContext } from './builder.ts'

interface ChildKey {
  readonly organizationId: string
  readonly id: string
}

/** Makes the call for the children of these rows; a row that has none may be left out. */
type LoadChildren<Args, Value> = (
  context: GraphContext,
  asked: { readonly organizationId: string; readonly ids: readonly string[]; readonly args: Args },
) => Promise<ReadonlyMap<string, Value>>

/** The most rows that a call is asked about. */
const ROWS_MAX = 100

/** Rows are asked about together where their organization and the arguments are the same. */
export function childrenBy<Value, Args = null>(load: LoadChildren<Args, Value>) {
  /** By the credentials of a request, which no other request has. */
  const ofRequests = new WeakMap<GraphContext['perform'], Map<string, DataLoader<string, Value | undefined>>>()
  return (context: GraphContext, { organizationId, id }: ChildKey, args: Args): Promise<Value | undefined> => {
    const loaders = ofRequests.get(context.perform) ?? new Map<string, DataLoader<string, Value | undefined>>()
    ofRequests.set(context.perform, loaders)
    const name = JSON.stringify([organizationId, args])
    const loader =
      loaders.get(name) ??
      new DataLoader(
        async (ids: readonly string[]) => {
          const found = await load(context, { organizationId, ids, args })
          return ids.map((one) => found.get(one))
        },
        { maxBatchSize: ROWS_MAX },
      )
    loaders.set(name, loader)
    return loader.load(id)
  }
}
