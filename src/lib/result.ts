import type { Validation, WireError } from '#contract/envelope.ts';

/** The actions that the specification tracks, in its order. */
type Specified =
  | 'Signup'
  | 'ConfirmEmail'
  | 'ForgotPassword'
  | 'ResetPassword'
  | 'ContactEmail'
  | 'ResendConfirmationEmail'
  | 'Login'
  | 'AddAvatar'
  | 'DeleteAvatar'
  | 'AddBanner'
  | 'DeleteBanner'
  | 'AddBike'
  | 'EditBike'
  | 'GetBike'
  | 'GetBikes'
  | 'UpdateBikeStatus'
  | 'AddConversationMessage'
  | 'AddUserMessage'
  | 'AddFavoriteFolder'
  | 'GetFavoriteFolders'
  | 'UpdateFavoriteFolder'
  | 'DeleteFavoriteFolder'
  | 'FlagUser'
  | 'FlagBike'
  | 'FlagComment'
  | 'ChangePassword'
  | 'DeleteAccount'
  | 'UpdateDiscipline'
  | 'UpdateLinks'
  | 'UpdateLocation'
  | 'UpdatePreference'
  | 'AddComment'
  | 'UpdateComment'
  | 'DeleteComment'
  | 'GetComments'
  | 'GetCountries'
  | 'GetRegions'
  | 'GetSearchFilters'
  | 'GetSearchResults'
  | 'BikeLike'
  | 'BikeFavorite'
  | 'GetViewsCount'
  | 'GetLikesCount'
  | 'GetWinners'
  | 'GetPopular'
  | 'GetRandom'
  | 'GetRecent';

/** Further actions of our own. */
type Ours =
  | 'AuthCheck'
  | 'Signout'
  | 'RestoreAccount'
  | 'ReadConfirmation'
  | 'ReadReset'
  | 'GetSessions'
  | 'GetSuggestions'
  | 'GetMembers'
  | 'CloseComments'
  | 'EndSession'
  | 'GetExport'
  | 'GetProfile'
  | 'UpdateProfileText'
  | 'GetBrands'
  | 'GetBeside'
  | 'GetFigures'
  | 'GetMarks'
  | 'GetServices'
  | 'ViewBike'
  | 'AddBikePhoto'
  | 'GetAlerts'
  | 'GetEarlierAlerts'
  | 'SeeAlerts'
  | 'ShareFavoriteFolder'
  | 'GetConversations'
  | 'GetMessages'
  | 'ReadConversation'
  | 'HideConversation'
  | 'UnsendMessage'
  | 'HideMessage'
  | 'BlockMember'
  | 'GetBlocks'
  | 'GetLikers'
  | 'GetPerson'
  | 'GetGarage'
  | 'GetPreferences'
  | 'GetFlagged'
  | 'GetFlagCases'
  | 'Moderate';

/** An action that has a result slot. */
export type TrackedAction = Specified | Ours;

/** The result of an action, as in the specification. At most one of `validation` and `error` is set. */
export type Result = {
  readonly action: TrackedAction | 'Unknown';
  /** Null while the action is idle or running. */
  readonly successful: boolean | null;
  /** Field path to messages. */
  readonly validation: Validation | null;
  readonly error: WireError | null;
};

/** The result of an idle action. */
export const unknownResult: Result = { action: 'Unknown', successful: null, validation: null, error: null };

/** Returns the result of a running action. Each is a new object, so attempts can be told apart. */
export const begunResult = (action: TrackedAction): Result => ({ ...unknownResult, action });

/** Whether the action is running. */
export const isUnderWay = ({ action, successful }: Result): boolean => action !== 'Unknown' && successful === null;

/** Returns the result's error messages; empty if there are none. */
export const sentencesOf = ({ validation, error }: Result): string[] =>
  error ? [error.message] : Object.values(validation ?? {}).flat();

export const invalidResult = (action: TrackedAction, validation: Validation): Result => ({
  action,
  successful: false,
  validation,
  error: null,
});

/** The result of an action that was refused as a whole or did not reach the server. */
export const failedResult = (action: TrackedAction, error: WireError): Result => ({
  action,
  successful: false,
  validation: null,
  error,
});
