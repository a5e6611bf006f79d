import type { CallName } from '@foyer/contracts/calls.ts'
import { useState } from 'react'
import { saveBlob } from '../../lib/save-blob.ts'
import { useApi } from '../../parts/services.tsx'
import { notifyError } from '../../ui/notify.tsx'
import { uploadFailure } from './upload-failure.rules.ts'

/** Saves the bytes of a call as a file. */
export function useDownload() {
  const api = useApi()
  const [isBusy, setIsBusy] = useState(false)

  async function save(address: string, call: CallName, name: string, what: string): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    try {
      saveBlob(await api.blob(address, undefined, call), name)
    } catch (error) {
      notifyError(`${what} was not downloaded. ${uploadFailure(error)}`)
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, save: (...asked: Parameters<typeof save>) => void save(...asked) }
}
