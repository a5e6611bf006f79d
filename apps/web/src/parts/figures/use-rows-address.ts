import { useSearchParams } from 'react-router'
import { addressOfRows, ROW_FIELDS, type RowsAsked, rowsInAddress } from './rows-address.rules.ts'

/** The open list of rows, kept in the address: Back closes it, and from a conversation Back leads to it again. */
export function useRowsAddress() {
  const [params, setParams] = useSearchParams()
  const asked = rowsInAddress((field) => params.get(field) ?? '')
  function show(next: RowsAsked | null, replace: boolean) {
    const after = new URLSearchParams(params)
    const fields = addressOfRows(next)
    for (const field of ROW_FIELDS) {
      if (fields[field] === '') after.delete(field)
      else after.set(field, fields[field])
    }
    setParams(after, { replace, preventScrollReset: true })
  }
  return { asked, open: (next: RowsAsked) => show(next, false), close: () => show(null, true) }
}
