import { useMemo } from 'react'
import { useSearchParams } from 'react-router'

export interface Filters<Name extends string> {
  /** The value of each filter; empty if it is not set. */
  readonly values: Readonly<Record<Name, string>>
  readonly isFiltered: boolean
  readonly change: (values: Partial<Record<Name, string>>) => void
  readonly clear: () => void
}

/** Keeps filters in the address, so that a reload, going back and a shared link show the same rows. */
export function useFilters<Name extends string>(names: readonly Name[]): Filters<Name> {
  const [params, setParams] = useSearchParams()
  const given = names.map((name) => params.get(name) ?? '')
  const key = JSON.stringify(given)
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal values must be the same object, as queries need it
  const values = useMemo(
    () => Object.fromEntries(names.map((name, place) => [name, given[place]])) as Record<Name, string>,
    [key],
  )

  function change(next: Partial<Record<Name, string>>) {
    // Replaces the history entry, because otherwise each typed letter would be a step back.
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const name of names) {
          const value = next[name] ?? after.get(name) ?? ''
          if (value === '') after.delete(name)
          else after.set(name, value)
        }
        return after
      },
      { replace: true },
    )
  }
  const clear = () => change(Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>)
  return { values, isFiltered: given.some((value) => value !== ''), change, clear }
}
