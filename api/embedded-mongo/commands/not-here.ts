import { DbError, unsupported } from '../bson/errors.ts';

/** Commands of a standalone mongod 7.0 that this server does not have. */
const ofMongod = new Set([
  ...[
    'abortTransaction',
    'authenticate',
    'autoCompact',
    'bulkWrite',
    'cloneCollectionAsCapped',
    'collMod',
    'commitTransaction',
  ],
  ...[
    'compact',
    'compactStructuredEncryptionData',
    'configureFailPoint',
    'convertToCapped',
    'createRole',
    'createSearchIndexes',
  ],
  ...[
    'createUser',
    'currentOp',
    'dataSize',
    'dbHash',
    'driverOIDCTest',
    'dropAllRolesFromDatabase',
    'dropAllUsersFromDatabase',
  ],
  ...[
    'dropConnections',
    'dropRole',
    'dropSearchIndex',
    'dropUser',
    'features',
    'filemd5',
    'fsync',
    'fsyncUnlock',
    'geoSearch',
  ],
  ...['getAuditConfig', 'getDefaultRWConcern', 'getDiagnosticData', 'grantPrivilegesToRole', 'grantRolesToRole'],
  ...[
    'grantRolesToUser',
    'invalidateUserCache',
    'killAllSessions',
    'killAllSessionsByPattern',
    'killOp',
    'listCommands',
  ],
  ...[
    'listSearchIndexes',
    'lockInfo',
    'logApplicationMessage',
    'logRotate',
    'logout',
    'mapReduce',
    'mapreduce',
    'planCacheClear',
  ],
  ...['planCacheClearFilters', 'planCacheListFilters', 'planCacheSetFilter', 'profile', 'reIndex', 'renameCollection'],
  ...[
    'replSetFreeze',
    'replSetGetConfig',
    'replSetInitiate',
    'replSetReconfig',
    'replSetStepDown',
    'revokePrivilegesFromRole',
  ],
  ...['revokeRolesFromRole', 'revokeRolesFromUser', 'rolesInfo', 'rotateCertificates', 'saslContinue', 'saslStart'],
  ...['setFeatureCompatibilityVersion', 'setIndexCommitQuorum', 'setParameter', 'setProfilingLevel', 'shutdown'],
  ...[
    'updateRole',
    'updateSearchIndex',
    'updateUser',
    'usersInfo',
    'validate',
    'validateDBMetadata',
    'waitForFailPoint',
  ],
]);

/** The error for a command without a handler: MongoDB has it and this server does not, or it is unknown to both. */
export const missingCommand = (name: string): DbError =>
  ofMongod.has(name) ? unsupported(`the command '${name}'`) : new DbError(59, `no such command: '${name}'`);
