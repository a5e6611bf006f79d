import { extensionOf, fileName } from '../../files/file-name.rules.ts'

/** The name that screens show. The content says what the file is, so its extension stays as it is. */
export function keptName(given: string): string {
  return fileName(given, [extensionOf(given) || 'csv'])
}
