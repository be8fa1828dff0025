/**
 * The bound of the work that an operation does on the serving thread, for which all other requests wait.
 * `small`: names, ids, settings and pages of rows. `content`: linear in a content, which has 2 MB at most. `worker`: what
 * takes longer is left to a worker process above 64 KB. `bytes`: files and stored contents are passed on as they are.
 * `operator`: for the operator only, in small steps.
 */
type Bound = 'small' | 'content' | 'worker' | 'bytes' | 'operator';

const OPERATIONS: Record<Bound, string> = {
  small: `listProposals getProposal refuseProposal withdrawProposal authorizeChannel browseMedia changeMedia changeTemplates organizeTemplates checkHealth checkMediaUsage checkReadiness createMediaFolder createTemplateFolder deleteComment deleteMedia
    deleteFromTrash deleteMediaFolder deleteTemplateFolder deleteSavedModule deleteSnapshot deleteTemplate createEditorToken exchangeToken getProjectConfig getUsage listActivity listAgentChanges
    listConversationMessages listFrequentMedia listMediaFolders listTrash restoreFromTrash emptyTrash listTemplateActivity listTemplateFolders listStarters listTemplateTags moveMedia
    resolveComment suggestPrompts updateComment updateMedia updateMediaFolder updateTemplateFolder`,
  content: `listLibrary saveBlocksAsModule acceptProposal proposeChange proposeTemplate createComment createSavedModule createSnapshot createTemplate generateContent generateTemplate getTemplate
    listComments listTemplates replaceInTemplates restoreOrUndo restoreSnapshot rewriteText undoAgentChanges updateSavedModule updateTemplate`,
  worker: `compileMjml diffTemplate exportTemplate fixFinding getStarterThumbnail getTemplateThumbnail importFromBeefree importFromChamaileon importFromEasyEmail importFromEmailBuilder importFromGrapesJS importFromStripo importFromUrl importFromZIP importFromEML importFromHTML importFromMJML importFromUnlayer previewTemplate
    renderContent renderTemplate scoreTemplate getAccessibilityReport printAccessibilityReport sendContentAsTestEmail sendTestEmail sendTestEmailToSelf`,
  bytes: `generateFromDesign getSnapshot importMediaFromUrl listSavedModules listSnapshots replaceMedia uploadMedia`,
  operator: `listProjectCounts listDailyUsage listAllTemplates listLogs listSettings listPlans listAllDataJobs sendServerTestEmail getMe listGrants revokeGrant inspectConnection answerConnection createAdminToken listAdminTokens revokeAdminToken leaveTeam listMembers listTeamInvitations inviteMember revokeInvitation setMemberRole
    removeMember renameTeam createAccountLink deleteAccount listAccounts resetAccountFactors addProjectOrigin checkAiProvider checkIntegrity diagnoseInstance repairInstance createApiKey createBackup listBackups runBackup createProject createServerKey createTeam deleteProject
    createTenant deleteTenant getBrand getOverview getTenant getTenantUsage listDeletedTenants moveTenant restoreTenant suspendProject updateTenant
    initializeInstance listAdminActions listAiUsage getAiUsageSummary listAllActivity listApiKeys listProjectModules listProjectOrigins
    listProjects listServerKeys listTeams listTenants listTokenKeys listToolCalls performAsAgent rebaseMedia rebuildSearchIndex recordToolCall revokeServerKey
    regenerateApiKey removeProjectOrigin renameProject repairFileStore revokeApiKey rotateClientSecret rotateSigningKey rotateTokenKey
    exportTenant importTenant importTenantFile eraseTenant exportPerson erasePerson listDataJobs getDataJob cancelDataJob downloadDataFile saveDataFile
    deleteTenantTrash emptyTenantTrash listTenantTrash restoreTenantTrash getTenantPlan setBrand setProjectPlan setTenantPlan shareModules`,
};

/** The bound of each operation, by its name. */
export const boundOf = new Map(
  Object.entries(OPERATIONS).flatMap(([bound, names]) =>
    names.split(/\s+/).map((name) => [name, bound as Bound] as const),
  ),
);

/**
 * The bound of what an endpoint does that is no operation. `none`: it reads no body. `form`: a few fields, 64 KB at most.
 * `message`: a call of a tool, with the bound of its operation.
 */
export const ENDPOINT_BOUNDS: Readonly<Record<'none' | 'form' | 'message', readonly string[]>> = {
  none: [
    ...['/', '/api/*', '/openapi', '/openapi/*', '/openapi/json', '/sdk/*', '/app/:key'],
    ...['/dashboard', '/dashboard/*', '/dashboard/editor', '/dashboard/files/*', '/dashboard/mail-frame'],
    ...['/docs', '/docs/*', '/llms.txt'],
    ...['/demo', '/demo/agents', '/demo/editor/*', '/demo/token'],
    ...['/health/live', '/health/ready', '/health/proxy', '/media/*', '/api/v1/images/*'],
    '/.well-known/oauth-authorization-server/oauth',
    '/.well-known/oauth-protected-resource/mcp/:project/:tenant',
  ],
  form: ['/api/v1/account/*', '/oauth/token', '/oauth/revoke', '/oauth/register'],
  message: ['/api/v1/mcp', '/mcp/:project/:tenant'],
};
