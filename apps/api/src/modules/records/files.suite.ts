/** Test setup: uploads of one file, reading bytes, and the check that every stored file has a row. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { type CallName, calls } from '@foyer/contracts/calls.ts'
import type { Answer, Clinic } from '../clinic.suite.ts'

type Upload = Extract<CallName, 'uploadReferralDocument' | 'uploadCommonFile' | 'uploadChatbotFile'>

export interface FileCalls {
  upload(
    name: Upload,
    file: File | null,
    about?: {
      readonly user?: string
      readonly organizationId?: string
      readonly fields?: Readonly<Record<string, string>>
      readonly headers?: Readonly<Record<string, string>>
    },
  ): Promise<Answer>
  /** Reads bytes from an address of the API. */
  bytes(address: string, user?: string): Promise<{ status: number; headers: Headers; bytes: Buffer }>
  /** The ids of the files in the file storage. */
  stored(): string[]
}

export function fileCalls({ url, parts }: Pick<Clinic, 'url' | 'parts'>): FileCalls {
  return {
    async upload(name, file, { user = 'lena', organizationId = 'o1', fields = {}, headers = {} } = {}) {
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) form.append(field, value)
      if (file) form.append('file', file)
      const response = await fetch(url + calls[name].path, {
        method: 'POST',
        headers: { authorization: `Bearer ${user}`, organizationid: organizationId, ...headers },
        body: form,
      })
      return { status: response.status, body: await response.json() }
    },
    async bytes(address, user = 'lena') {
      const response = await fetch(url + address, { headers: { authorization: `Bearer ${user}` } })
      return {
        status: response.status,
        headers: response.headers,
        bytes: Buffer.from(await response.arrayBuffer()),
      }
    },
    stored() {
      try {
        const folder = path.join(parts.config.dataDir, 'attachments')
        const found = readdirSync(folder, { recursive: true, withFileTypes: true })
        return found.flatMap((one) => (one.isFile() ? [one.name] : [])).sort()
      } catch {
        return []
      }
    },
  }
}
