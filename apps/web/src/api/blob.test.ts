import { expect, test } from 'vitest'
import { readBlob } from './blob.ts'

const read = (address: string, status: number) =>
  readBlob(
    {
      fetch: async () => new Response('{}', { status }),
      token: async () => 't',
      headers: () => ({}),
      onUnauthenticated: () => undefined,
    },
    address,
  )

test('a failed export of forms says the status [ERR-13]', async () => {
  await expect(read('/api/main/utils/export-custom-form-submissions?query=%7B%7D', 404)).rejects.toThrow(
    'HTTP error! status 404',
  )
  await expect(read('/api/main/utils/export-custom-form-submission-pdf/s1', 500)).rejects.toThrow(
    'HTTP error! status 500',
  )
  await expect(read('/api/campaign/fax/file', 404)).rejects.toThrow('Network response was not ok')
})
