/** [SEC-02] [OPEN-046] Calls of the campaign service identify the caller in three headers: bearer, access-token and userid. */
export function wantsCampaignCredentials(path: string): boolean {
  return path.startsWith('/api/campaign/')
}
