import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError } from '../../api/call-error.ts'
import { isRefused } from '../../parts/failure-message.rules.ts'

/** Another user saved these settings while they were being changed here. */
export class SettingsConflict<Settings> extends Error {
  readonly theirs: Settings
  constructor(theirs: Settings) {
    super('Another user changed the settings since they were loaded')
    this.theirs = theirs
  }
}

interface SettingsCalls<Typed, Settings> {
  readonly queryKey: readonly string[]
  readonly read: (signal: AbortSignal) => Promise<Settings>
  readonly write: (typed: Typed, version: number) => Promise<Settings>
}

/** Settings that are read once for a form. `save` replaces the settings that filled the form, and no newer ones. */
export function useVersionedSettings<Typed, Settings extends { readonly version: number }>({
  queryKey,
  read,
  write,
}: SettingsCalls<Typed, Settings>) {
  const queries = useQueryClient()
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    // The settings are not refetched while a form is open, because that would replace the user's input.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

  async function save(typed: Typed, { version }: Settings): Promise<Settings> {
    try {
      const saved = await write(typed, version)
      queries.setQueryData<Settings>([...queryKey], saved)
      return saved
    } catch (error) {
      if (error instanceof CallError && isRefused(error, 'stale')) throw new SettingsConflict(error.data as Settings)
      throw error
    }
  }
  return { query, save }
}
