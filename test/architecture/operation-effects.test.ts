import { describe, expect, test } from 'bun:test';
import { FEATURES } from '../../src/features.ts';
import type { Effect } from '../../src/platform/scope.ts';

/** What each operation does, see `Effect`. Suspensions and the scopes of keys rely on it. */
const OPERATIONS: Record<Effect, string> = {
  read: `listLibrary listProjectCounts listDailyUsage listAllTemplates listLogs listSettings listPlans listAllDataJobs sendServerTestEmail getMe listGrants inspectConnection listAdminTokens listMembers listTeamInvitations listTrash listTenantTrash browseMedia checkAiProvider checkHealth checkIntegrity diagnoseInstance checkMediaUsage checkReadiness compileMjml diffTemplate
    exportTemplate getBrand getProjectConfig getSnapshot getTemplate getStarterThumbnail getTemplateThumbnail previewTemplate getTenant getTenantPlan getTenantUsage getUsage listActivity listAdminActions
    listAccounts listAiUsage getAiUsageSummary listAllActivity listApiKeys listComments listDeletedTenants listConversationMessages listFrequentMedia listMediaFolders listStarters listTemplateFolders listTemplateTags
    listBackups listDataJobs getDataJob
    getOverview
    listProjectModules listProjectOrigins listProjects listSavedModules listServerKeys listAgentChanges listSnapshots listTeams listTemplateActivity
    listTemplates listProposals getProposal listTenants listTokenKeys listToolCalls renderContent renderTemplate scoreTemplate getAccessibilityReport printAccessibilityReport`,
  propose: 'proposeChange proposeTemplate withdrawProposal',
  approve: 'acceptProposal refuseProposal',
  comment: 'createComment resolveComment updateComment',
  write: `saveBlocksAsModule authorizeChannel changeMedia organizeTemplates changeTemplates createMediaFolder createTemplateFolder updateTemplateFolder createSavedModule createSnapshot createTemplate createEditorToken exchangeToken fixFinding replaceInTemplates
    generateContent generateFromDesign generateTemplate importFromBeefree importFromChamaileon importFromEasyEmail importFromEmailBuilder importFromGrapesJS importFromStripo importFromUrl importFromZIP importFromEML importFromHTML importFromMJML
    importFromUnlayer importMediaFromUrl moveMedia replaceMedia restoreFromTrash restoreOrUndo restoreSnapshot undoAgentChanges rewriteText sendContentAsTestEmail
    sendTestEmail sendTestEmailToSelf suggestPrompts updateMedia updateMediaFolder updateSavedModule updateTemplate uploadMedia`,
  delete:
    'deleteFromTrash emptyTrash deleteComment deleteMedia deleteMediaFolder deleteTemplateFolder deleteSavedModule deleteSnapshot deleteTemplate',
  admin: `answerConnection revokeGrant createAdminToken revokeAdminToken leaveTeam inviteMember revokeInvitation setMemberRole removeMember renameTeam deleteTenantTrash emptyTenantTrash restoreTenantTrash createAccountLink deleteAccount resetAccountFactors addProjectOrigin createApiKey createBackup runBackup createProject createServerKey createTeam createTenant deleteProject deleteTenant exportTenant importTenant importTenantFile eraseTenant exportPerson erasePerson cancelDataJob downloadDataFile saveDataFile initializeInstance
    performAsAgent rebaseMedia rebuildSearchIndex recordToolCall regenerateApiKey removeProjectOrigin renameProject repairFileStore repairInstance
    moveTenant restoreTenant revokeApiKey revokeServerKey suspendProject updateTenant rotateClientSecret rotateSigningKey rotateTokenKey setBrand setProjectPlan setTenantPlan shareModules`,
};

const all = FEATURES.flatMap(({ routes = [], tools = [], commands = [] }) => [
  ...[...routes, ...tools].map(({ operation }) => operation),
  ...commands,
]);

describe('the effect of an operation', () => {
  test('is what the table says, for every operation', () => {
    const effects = Object.fromEntries(all.map(({ name, effect }) => [name, effect]));
    const listed = Object.entries(OPERATIONS).flatMap(([effect, names]) =>
      names.split(/\s+/).map((name) => [name, effect]),
    );
    expect(effects).toEqual(Object.fromEntries(listed));
  });

  test('a tool that says that it deletes nothing does not delete', () => {
    const tools = FEATURES.flatMap(({ tools = [] }) => tools);
    const wrong = tools.filter(
      ({ operation, effect }) => operation.effect === 'delete' && effect !== 'destroy',
    );
    expect(wrong.map(({ definition }) => definition.name)).toEqual([]);
  });

  test('a project’s backend names its project in every operation that it may perform', () => {
    const wrong = all.filter(
      ({ scope, input }) => scope === 'project' && !('project_id' in input.properties),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});
