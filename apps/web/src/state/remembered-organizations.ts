import { MAIN_CONTEXT_KEY } from './main-context.rules.ts'
import { parseContext } from './stored-context.rules.ts'

interface Remembered {
  readonly _id: string
  readonly name: string
}

/** Returns the signed-in user's organizations from storage, for pages outside the session. */
export function rememberedOrganizations(storage: () => Pick<Storage, 'getItem'>): readonly Remembered[] {
  try {
    return parseContext(storage().getItem(MAIN_CONTEXT_KEY)).organizations.filter(
      ({ name }) => typeof name === 'string',
    )
  } catch {
    return []
  }
}
