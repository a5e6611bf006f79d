import { useEffect, useMemo, useRef } from 'react'
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
  // The router gives the parameters of the last render: a second change before the next one would undo the first.
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  const given = names.map((name) => params.get(name) ?? '')
  const key = JSON.stringify(given)
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal values must be the same object, as queries need it
  const values = useMemo(
    () => Object.fromEntries(names.map((name, place) => [name, given[place]])) as Record<Name, string>,
    [key],
  )

  function change(next: Partial<Record<Name, string>>) {
    const after = new URLSearchParams(latest.current)
    for (const name of names) {
      const value = next[name] ?? after.get(name) ?? ''
      if (value === '') after.delete(name)
      else after.set(name, value)
    }
    latest.current = after
    // `replace`: each typed letter would else add a step to the browser's history.
    setParams(after, { replace: true })
  }
  const clear = () => change(Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>)
  return { values, isFiltered: given.some((value) => value !== ''), change, clear }
}
