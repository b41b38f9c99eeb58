import type { Validation, WireError } from '#contract/envelope.ts';

/** What the specification tracks, in its order. */
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

/** Whatever else asks the site. */
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

/** An action whose result is kept. */
export type TrackedAction = Specified | Ours;

/** What came of an action, as the specification has it: of `validation` and `error` one at most is there. */
export type Result = {
  readonly action: TrackedAction | 'Unknown';
  /** Null while nobody knows: nothing was begun, or it is under way. */
  readonly successful: boolean | null;
  /** Field path to sentences. */
  readonly validation: Validation | null;
  readonly error: WireError | null;
};

/** Nothing was begun. */
export const unknownResult: Result = { action: 'Unknown', successful: null, validation: null, error: null };

/** A result that nobody knows yet. Each one is another object. */
export const begunResult = (action: TrackedAction): Result => ({ ...unknownResult, action });

/** Whether an action was begun and has not ended. */
export const isUnderWay = ({ action, successful }: Result): boolean => action !== 'Unknown' && successful === null;

/** What a result has to say to a person; nothing where nothing is wrong. */
export const sentencesOf = ({ validation, error }: Result): string[] =>
  error ? [error.message] : Object.values(validation ?? {}).flat();

/** Fields are wrong. */
export const invalidResult = (action: TrackedAction, validation: Validation): Result => ({
  action,
  successful: false,
  validation,
  error: null,
});

/** It was refused as a whole, or did not arrive. */
export const failedResult = (action: TrackedAction, error: WireError): Result => ({
  action,
  successful: false,
  validation: null,
  error,
});
